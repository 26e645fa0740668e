"""Keys of other languages that are never an answer: offensive ones, names, and what slips through.

They stay allowed as guesses. Each list by hand says why its words are in it.
"""

import json
from collections.abc import Iterable, Mapping

from wordle_web.engine.wordfiles import key_of
from words.handlists import hand_list
from words.inputs import CUSS, NAUGHTY
from words.languages import Language
from words.offensive import OFFENSIVE_RATING, RATING

# The lists of offensive words call these offensive too: animals, food, tools, hell.
HARMLESS = {
    "pt": "amador aranha burro cerveja comer inferno saco torneira frango",
    "es": "asno infierno maldito martillo",
    "fr": "gerbe gueule tanche trique folle bitte",
    "de": "bonze fratze lummel mufti nackt bitte",
}
# Rude, demeaning, or about violence and disease in a way that nobody wants to find in a game.
OFFENSIVE = {
    "pt": """
        anais anal arrombar bebum buceta caca cagado cagona clitoris cretina crioulo demente
        drogado escrava escravo estuprar estupro foda fodido gozar holocausto idiotas imbecil
        lepra leproso maconha mijar mijo mongol nazi nazista nega negao negrinho neguinho otaria
        pedofilo peido penis piranha porno pqp punheta putaria rameira retardado sexo sifilis
        suicida suicidio tarado tesao teta tetas tortura torturar travesti tumor vagina vulva
    """,
    "es": """
        aborto anal asesino cabrona cagada cojon cojones cojudo coño culona esclava esclavo
        estupro gozar herpes idiota imbecil joder jodido lepra leproso maricona mongol nazi
        negra negro orgasmo orina pajear pene penes porno porra puton retrasado sidosa sifilis
        subnormal suicida suicidio tarada tarado teta tetas tetona tortura torturar tumor vagina
        violada violador zorrona
    """,
    "fr": """
        anal baisable bamboula batard bite bites boche bougnoule branle catin cocu cocue coit
        couille debile encule esclave fasciste fion foutu genocide gode gogol herpes hitler
        idiote lepre merdique mongol morpion nazi nazie nique niquee niquer pedo penis petasse
        porno putain putes racaille retarde salop salopes seins sexe sodomie suicide syphilis
        tarlouze tumeur vagin viol violer violeur vulve zob
    """,
    "de": """
        anal arier dildo gestapo gewichst hitler idiot kanake kotze kotzen lesbe lesben möse
        nazi nazis neger onanie orgie pogrom schwul sklave ss suizid syphilis titte vagina
        vergast vergewaltigt votze vögler wichs zigeuner
    """,
}
# Given names, families, brands, countries and towns that the lists write small.
NAMES = {
    "pt": """
        acapulco adam adelaide adele africa agustina alba albino alepo alger alicia alonso
        alvarado amelia andino angelica angelico angelina angola anita antonio apolo arabia
        aracaju araxa argel asia atila atlanta austria avare babu bahia bangu barbara barrera
        basso beatles belgica bergamo bermuda berta bianco boeing botsuana brasil braxton
        bristol brita bruni bruno burgos caete cairo caligula calvo capua caribe carlota carma
        carmine carmona carolina cartaxo castor catalina catar cavani caxias cecilia cesar chale
        chico chile china clarissa clarita clive conceicao corina costa cristina croacia cullen
        cusco dalai denver diana dima dolores dora doria doris drago dumbo eden einstein elvira
        emilio emir enrico enrique equador erica eritreia faial fajardo falco felicia fernanda
        fifa fraga franca franco gabao gael gago gales galesa gambia gamboa georgina germano
        gita goias granada greco greta guiana guido guine gusta hari helena helene henry
        hermione huila iago ilhabela inga irene irina irlanda israel israelita italia italo jade
        jales jamaica jane jango japao java jeju jeronimo joana joao jordania jose josefina
        juana juanita julia kung lana lara lavinia leno lesoto leto letonia liberia lina lino
        lituania livia loire lola lorca lucas lucho lucifer luis luiz luna lunda lupe macae
        macarena macau madalena madonna mafra magda malasia malaui mali malta manolo mara
        maranhao marcos marge maria marianas mariano mariao mario marques marte matao mateus
        matilda maya medina melissa miami milo minas moldavia molina moncada monica nadal
        namibia nando napoli navajo navarro nepal nestor nice nico niger nina nivea nobel nora
        noruega ofelia oicam olga omaha oscar otelo otoni ourem padua palermo palmas panama
        pandora papua parana paris parma patel paul pedro penelope peru peter petra pinho pirai
        pluto polonia portugal pretoria prius rafael rambo ramona renato ricardo roberta rodrigo
        roma romeo rosalia ruanda russia sacha salvador samba samuel santana santiago sara
        selene selina senegal sergipe serpa siam siberia sicilia siemens siena silva silvia
        simao simba sinai socrates sofia soriano sosa sucre sudao suecia sumatra susana taina
        tamil tasmania tata tatui televisa tenerife teresa tesla tiana tiete timo timor tina
        tobin togo toledo tomas tonga trevor trina trofa troia tulio tunisia turquia ucrania
        valdir valencia vanda vanessa varela veiga venus vergara veronica vigo vilar virginia
        vitoria voltaire weber xavier zaire zambia zimbabue zola
    """,
    "es": """
        abadia adan adela africa agote alberto alejo alicante allende alonso alpes alvaro amaro
        amelia america ana andorra andres anguila anguilla anton antonio arana ararat argel
        armenia aron arturo asia asperger atenas atila austria ayuso baden bahia bauza beatriz
        belgica benito bolaño bolivia braga brasil bruna bruno camila camilo campeche campillo
        canada caribe carla carlos carmen casio catar cato cebu cecilia celia ceres cesar chacon
        charo chile china cohen congo coria cristina cuba cueto curazao cuzco dalia daniel
        daniela dante david delia dellas diana diego dina dominica ecuador eden eduardo egipto
        elche elena elle ellos emilia emilio enrique eritrea ernesto eros españa esteban ester
        estonia etiopia eugenia eugenio europa fabian fatima felix fermin fernando fraga francia
        francisco frey gabriel gante garay garces garcia garzon gaza genova gerardo godoy gomez
        gonzalez gonzalo grecia gregorio grey guido guinea guisa gustav gustavo gutierrez haedo
        haiti hector helio hernan hernandez herrera hugo huron ignacio ines inga irene irlanda
        isabel islandia israel italia ivan jaime jamaica japon java javier jesus jimenez joaquin
        jordan jordana jordania jorge jose josefina juan juana juanito juba judea julia langa
        laura lauro leila libia lola lopez lorena lorenzo lucas lucia luis luisa lumia lupe
        macao madrid malaga mali malta manuel manuela marcela marcelo marco marcos maria mariana
        marino mario marruecos martes martin martina martinez mateo maura mauricio mauro mella
        mendez mendoza merlo mexico miguel milan mirza molina montes mora morales muir nadal
        nasa natalia nepal neron nicolas niger nipon noel nona noruega nuño octavio olga olivia
        oribe oscar osuna pablo paco pamela panama paraguay paris parla pasco patricia patricio
        paulina pavia pedro pepe perez peru petra peña pinedo polonia portugal quintana rafael
        ramirez ramon ramona raul reyes riba ricardo rita rizal roberto rocha rocio rodas
        rodrigo rodriguez rojas rolando roman romeo ruben ruiz rusia salamanca salazar salma
        sama samuel sanchez sandra santana santiago sara sarta satan saya senegal serrano
        seymour siena silva silvia simon siria sofia soler sonia soto suarez sucre sudan suecia
        suiza susana tauro tello teresa timo tina tirso tito tobar tokio tola tomas tongo troya
        trujillo tunez turquia ucrania valdes valencia vargas venus veronica vicente victor
        victoria vidal viena virginia vivar volvo yolanda zapata zara zelaya
    """,
    "fr": """
        adam adele adonis alger alicante alvin amina andre anna armand barnabe bayle benin
        bermuda blair bresil brick brook bruni bruno canada caron casimir cella charles chili
        chine chypre colombie congo corse croatie cuba curacao diane didot djibouti doris
        douglas douma eden elle equateur espagne etats europe eve fatma felix flint france gabon
        galle genet genevieve gotha gratos grece guinee guyane halle hamlet henri inde irak iran
        irlande isabelle islande israel italie italo jack jaffa jamaique japon jean jenny jerez
        jordanie julien kenya khmer laure lebel liban louis luc lucas luis malaga mali malte
        maria marie martinet maurice melchior mexique molda monaco napoleon natty nepal nestor
        niger nono norma norvege octavia odeon oscar panama paris penny perou pologne portugal
        quimper ramon rolland roman rosalie rosie rousseau russie senegal serbie shell sixte
        somalie souabe soudan spitz suede syrie tahiti taiwan tata tchad tesla thorn togo tommy
        toulon tunisie turquie ukraine valentin victoria vienne voltaire weber zanzibar
    """,
    "de": """
        abel adam adolf afrika agnes ahlen aida aisch alaska albanien albert albus aldo alena
        algerien allah alma amerika amiens amin ammon amper andy angola anna antje argentina
        arie armenien asien astor athos axis belgien bella berlin bernd bert bhutan bill billy
        bloch bohlen bolivien brasil brit bruck brüssel burma carolina chile china chris chur
        cisco clara dakota darius darren delhi devon diane donald dora dänemark düren eckert
        eddy eger egger elias elke ella eller emder emma emmer england erik ernie ernst esther
        estland ethan ethans etsch eugen eugens europa eutin fidel finnland florida ford franco
        frank frankreich franz fred georg georgien gerhard ghana gina giro glatz grönland guinea
        hagen hamas hampton hannes hans hardt harry havel heinz helga hemer henry hermes herne
        hilde holle händel ida iller indien ines ingo irak iran irland irma isis island israel
        italien ivan jagst jakob jan japan jemen jens joachim julia kahn kamen kamerun kanada
        kaplan karen karin karl karla kenia kenny kirch kongo korea kosovo krems kroatien krupp
        kuba kurt lanka laura lena leni lenin lettland levante libanon liese lina litauen lohne
        lotte louis lucas lucia luis luke marco maren maria marie mario markus marokko martin
        max mays melle metz mexiko meyer michel miele milan ming modi mongolei moritz myanmar
        namibia nantes nauen nepal niels nigel niger nigeria nike nina nora norwegen oman oscar
        oskar ostasien otto pakistan pascal paul peru peter phil philipp ping polen portugal
        rhodos rica rick rico rita ritz robert roland roman romeo rosa ross rover russell
        russland saar salem sambia sasse schweden schweiz senegal serbien shell simon sion
        slowakei slowenia sofia somalia sophie spanien stade stan steven sudan sumatra syrien
        taiwan tegel tessa thailand thomas thorn tibet tina togo toni tunesien türkei uganda
        ukraine ulm ulmer ungarn uschi venus victor vienna vietnam viktor virginia volta
        voltaire walker walter weber werth weser wilson woods yale york zeppelin zions zypern
        ägypten
    """,
}
# Abbreviations, foreign words and fragments that nobody would call a word of the language.
NO_WORDS = {
    "pt": """
        adil agar alado alegam amino anil ante apena apex arqui asno bete boda brie cable capita
        carpe cham chas ciber conca cospe cris dali deli deslocam didi dino donde encore enoja
        equivale este ethos exclui fifi foro funai gauss glace gonzo gora goro gram gueixa hacer
        hertz hindu http indaga induz insta inter intra jamais lenga lili lise lite mali mani
        mano meto mili mimi mojo monde mondo mortem mortis naja nana nani napa noir noise nola
        ocio olive operandi pate pati pica pier pimba pipi ponta priori pumba punto quao quota
        quote rafe rana rani rela remi rouge ruela rumi sampa sape sativa seno sensu sire siri
        sise site soto sumus tali tata tele teta tinga toro toto trans tutti urcas vies vini
        visa vitae vitro watts zine zinho zulu
    """,
    "es": """
        adoro afin agora anis apofis archi ceta chai clava conta corolla corse corso cuajo cuido
        daca dalla della dello doria fonda foral forza gent greco http icono inda izada laude
        lene litio local long luche machi maes millo mondo noma nome nona nubla oleo poblana
        quier regia rengo statu tarda trina vendo
    """,
    "fr": """
        agglo arabo basee belgo cedex compo creek diem dolce ergo etc extra facto gloss hayon
        hors http ibidem idem instit intra ipso kiff levis modus nihil niqab pacs pers quater
        regno sensu septies tarse ultra vitae vitro
    """,
    "de": """
        acta alena beeil belief bläst brich brät bulle butch bögen causa cetera city derby devon
        dito domini donna ergo etc exports facto finals friss gekommen gluck gral grand grant
        graph gros habil haha hicks http info inst kernel killer kitt kitten klipp lala laude
        letzten letzter losen luden machs magna mater mille modi motte nager natura neige omis
        parker pelle plage priori prompt pseudo rasa raven resch räum sager salam seins spare
        statu stirb sui super taff track tricky triff tuck turner ulmer vers viert visite vitae
        vitro voila volley volta vulgo warnten zukam
    """,
}
# Plural and feminine endings of offensive words.
ENDINGS = ("s", "es", "n", "e", "en")


def offensive_keys(
    packages: Mapping[str, Mapping[str, bytes]], language: Language
) -> frozenset[str]:
    """Return the keys that some list, or this module, calls offensive, with simple plurals.

    Args:
        packages: The files of each package by path, by the package's name.
        language: Whose words they are.
    """
    code, letters = language.code, language.letters
    listed: list[str] = json.loads(packages[NAUGHTY.name][f"package/{code}.json"])
    for name in language.profane:
        source = packages[CUSS.name].get(f"package/{name}.js", b"").decode()
        rated = RATING.finditer(source)
        listed += [line["word"] for line in rated if int(line["rating"]) >= OFFENSIVE_RATING]
    harmless = set(HARMLESS[code].split())
    keys = {key_of(word.strip(), letters) for word in listed} - harmless
    keys |= set(OFFENSIVE[code].split())
    return frozenset(keys.union(*map(_inflected, keys)) - harmless)


def barred_keys(language: Language) -> frozenset[str]:
    """Return the keys that are no answers for other reasons: names, forms, and no words."""
    read = hand_list(language.code, "no-answers")
    return frozenset([*NAMES[language.code].split(), *NO_WORDS[language.code].split(), *read])


def _inflected(key: str) -> Iterable[str]:
    yield from (key + ending for ending in ENDINGS)
    if key.endswith(("o", "a")):
        yield from (key[:-1] + ending for ending in ("a", "o", "as", "os"))
