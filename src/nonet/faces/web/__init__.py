"""`sudoku web`: a small server on this machine, the page, and the JSON API that the page uses.

server         starts it: a free port, the browser, Ctrl-C
connection     one HTTP connection: time limits, and how many there may be
security       which requests are answered: Host, Origin, Sec-Fetch-Site, sizes (access_token: from the network)
app            the routes, and the files of `static/`
api, games     one function for each route
request_data   reads the body and the query of a request; problems: what is wrong with it, as JSON
views          values of play/ as JSON
open_games     the saved games, and the sessions that are open; game_jobs: what is done with them
core           the API without a server, for the static page (`export` writes it)
threads        threads, where there are any
workers        all work on puzzles in other processes, with limits, clients in turn (fair_queue); jobs: what they do
openapi        the description of it all, served as /api/openapi.json
"""
