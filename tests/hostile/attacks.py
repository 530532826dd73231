"""All attacks of an expensive neighbour, by name."""

from tests.hostile.attacks_at_tables import ATTACKS_AT_TABLES
from tests.hostile.attacks_by_messages import ATTACKS_BY_MESSAGES
from tests.hostile.attacks_by_requests import ATTACKS_BY_REQUESTS

ATTACKS = {attack.name: attack for attack in (*ATTACKS_BY_MESSAGES, *ATTACKS_AT_TABLES, *ATTACKS_BY_REQUESTS)}
