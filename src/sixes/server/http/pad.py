"""Paper sheets, over HTTP."""

from aiohttp import web

from sixes.play.documents import Paper
from sixes.play.pad.paper import score_paper
from sixes.server.http.api import Api
from sixes.server.http.origins import Origin
from sixes.server.http.requests import json_response, read_body


async def paper(_: Api, request: web.Request, __: Origin) -> web.Response:
    sheet = await read_body(request, Paper)
    return json_response(score_paper(sheet.boxes, sheet.alone))
