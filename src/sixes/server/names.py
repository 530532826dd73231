"""Names that are generated for guests."""

from collections.abc import Callable

from sixes.text import LANGUAGES

# In the order of LANGUAGES. None insults a person in any of them, and none needs an article or an adjective,
# which would have to agree in gender.
ANIMALS = (
    ("Alpaca", "Alpaga", "Alpaca", "Alpaka"),
    ("Bison", "Bison", "Bisonte", "Bison"),
    ("Chameleon", "Caméléon", "Camaleonte", "Chamäleon"),
    ("Chamois", "Chamois", "Camoscio", "Gämse"),
    ("Cricket", "Grillon", "Grillo", "Grille"),
    ("Dolphin", "Dauphin", "Delfino", "Delfin"),
    ("Dragonfly", "Libellule", "Libellula", "Libelle"),
    ("Flamingo", "Flamant", "Fenicottero", "Flamingo"),
    ("Fox", "Renard", "Volpe", "Fuchs"),
    ("Gecko", "Gecko", "Geco", "Gecko"),
    ("Giraffe", "Girafe", "Giraffa", "Giraffe"),
    ("Hamster", "Hamster", "Criceto", "Hamster"),
    ("Hare", "Lièvre", "Lepre", "Hase"),
    ("Hedgehog", "Hérisson", "Riccio", "Igel"),
    ("Ibex", "Bouquetin", "Stambecco", "Steinbock"),
    ("Kangaroo", "Kangourou", "Canguro", "Känguru"),
    ("Koala", "Koala", "Koala", "Koala"),
    ("Ladybird", "Coccinelle", "Coccinella", "Marienkäfer"),
    ("Lion", "Lion", "Leone", "Löwe"),
    ("Lynx", "Lynx", "Lince", "Luchs"),
    ("Marmot", "Marmotte", "Marmotta", "Murmeltier"),
    ("Narwhal", "Narval", "Narvalo", "Narwal"),
    ("Octopus", "Poulpe", "Polpo", "Krake"),
    ("Otter", "Loutre", "Lontra", "Otter"),
    ("Owl", "Hibou", "Gufo", "Eule"),
    ("Panda", "Panda", "Panda", "Panda"),
    ("Robin", "Rouge-gorge", "Pettirosso", "Rotkehlchen"),
    ("Salamander", "Salamandre", "Salamandra", "Salamander"),
    ("Seahorse", "Hippocampe", "Ippocampo", "Seepferdchen"),
    ("Squirrel", "Écureuil", "Scoiattolo", "Eichhörnchen"),
    ("Stork", "Cigogne", "Cicogna", "Storch"),
    ("Swan", "Cygne", "Cigno", "Schwan"),
    ("Tiger", "Tigre", "Tigre", "Tiger"),
    ("Toucan", "Toucan", "Tucano", "Tukan"),
    ("Turtle", "Tortue", "Tartaruga", "Schildkröte"),
    ("Zebra", "Zèbre", "Zebra", "Zebra"),
)


def generated_name(randbelow: Callable[[int], int], language: str) -> str:
    """An animal and a number: "Otter 42"."""
    animal = ANIMALS[randbelow(len(ANIMALS))][LANGUAGES.index(language)]
    return f"{animal} {20 + randbelow(40)}"  # 18, 69 and 88 mean something else to some people
