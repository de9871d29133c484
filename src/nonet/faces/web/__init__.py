"""The page: a small server on this machine, for `sudoku web`, and the JSON API that the page uses.

server      the command's work: a free port, the browser, Ctrl-C
app         the routes; pages and files of `static/`
security    who may ask what: Host, Origin, sizes, headers
api, games  what is answered: one function a route
views       values of play/ as JSON
work        long work, in processes of its own that can be stopped
openapi     the description of it all, served as /api/openapi.json
"""
