"""`sudoku web`: a small server on this machine, the page, and the JSON API that the page uses.

server         starts it: a free port, the browser, Ctrl-C
connection     one HTTP connection: time limits, and how many there may be
security       which requests are answered: Host, Origin, Sec-Fetch-Site, sizes, the token of the network
app            the application, and the files of `static/`
routes         method, path and handler of every request; api, games, lessons, desk …: the handlers
bodies         what each request may ask; request_data: reads it; problems: what is wrong with it, as JSON
answers        the JSON of each answer; views: values of play/ as such JSON
open_games     the saved games, and the sessions that are open; game_jobs: what is done with them
core           the API without a server, for the static page (`export` writes it)
threads        threads, where there are any
workers        all work on puzzles in other processes, with limits, clients in turn (fair_queue); jobs: what they do
openapi        the description of it all, from bodies and answers, served as /api/openapi.json
"""
