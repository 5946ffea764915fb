"""Facts beside the point of a passage or a report, each in words of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence with a number, and perhaps with a name.

    Attributes:
        form: with ``{n}`` where the number stands, and ``{name}`` for what the text names.
        least, most: the range of the number.
    """

    form: str
    least: int
    most: int


def _read(table: str) -> tuple[Wording, ...]:
    """Input -> output: "41 78 It was {n} degrees." -> Wording("It was {n} degrees.", 41, 78)."""
    lines = (line.split(maxsplit=2) for line in table.strip().splitlines())
    return tuple(Wording(form, int(least), int(most)) for least, most, form in lines)


#: What goes on around a match: weather, stands, music, reporters.
MATCH_DAY = _read("""
    41 78 The temperature at the stadium was {n} degrees.
    6 14 The wind at the stadium blew at {n} miles per hour.
    120 480 Some {n} volunteers helped spectators find their seats.
    65 180 {n} vendors sold food on the concourses.
    80 240 A marching band of {n} musicians played the anthem.
    140 390 {n} journalists had come to the press box.
    16 38 The television crew brought {n} cameras.
    30 60 Parking at the stadium cost ${n}.
    45 130 {n} buses brought visitors from out of town.
    60 140 A flag that was {n} feet wide was unfolded during the anthem.
    18 44 {n} children carried balloons into the stadium.
    24 56 The caterers had set up {n} grills outside.
    8 19 {n} food trucks were parked at the gates.
    36 88 A choir of {n} singers performed before the start.
    15 45 Entry to the parking lots began {n} minutes late because of traffic.
    210 640 The souvenir shop at the stadium sold {n} scarves.
    11 27 {n} photographers waited behind the end zones.
    52 96 The humidity at the stadium was {n} percent.
    4 9 {n} planes flew over the stadium before the anthem.
    28 74 A local bakery delivered {n} trays of pretzels to the stands.
    12 32 {n} nurses were on duty in the stands.
    130 370 The program magazine had {n} copies left over.
    22 48 The commentators worked from a booth {n} feet above the stands.
    340 880 {n} umbrellas were handed out to spectators.
    17 43 {n} schools had sent pupils as guests.
    13 29 The stadium tour for visitors had {n} stops.
    48 110 {n} stewards wore orange vests.
    19 46 Fireworks were set off from {n} ramps before the anthem.
    70 99 A bus ride from downtown to the stadium cost {n} cents.
    26 62 {n} drummers marched around the stadium.
""")

#: What others have made of someone or something that a passage names.
ABOUT_NAME = _read("""
    34 96 An exhibition about {name} showed {n} photographs.
    12 28 A travelling exhibition about {name} had {n} display panels.
    44 88 A recent documentary about {name} lasts {n} minutes.
    140 460 A paperback about {name} runs to {n} pages.
    24 70 An illustrated book about {name} contains {n} drawings.
    60 390 A library catalogue lists {n} titles on {name}.
    3 9 An encyclopedia article on {name} fills {n} columns.
    4 8 A radio feature about {name} was repeated {n} times.
    55 240 A lecture about {name} drew {n} listeners.
    18 84 A collector owns {n} postcards that mention {name}.
    130 870 A newspaper archive holds {n} cuttings about {name}.
    6 24 A podcast about {name} has {n} episodes.
    12 46 A web page about {name} was translated into {n} languages.
    15 40 A quiz about {name} has {n} questions.
    22 95 A seminar paper on {name} cites {n} sources.
    5 17 A museum shop sells {n} different posters about {name}.
    48 310 A bibliography on {name} names {n} articles.
    250 900 An essay on {name} won a prize of ${n}.
    40 110 A board game about {name} comes with {n} cards.
    16 68 An archive keeps {n} boxes of papers on {name}.
    36 72 A magazine printed a special issue of {n} pages on {name}.
    11 38 A translator spent {n} weeks on a book about {name}.
    45 190 A textbook chapter on {name} explains {n} terms.
    7 19 An audiobook about {name} takes {n} hours.
    14 52 A reading list on {name} recommends {n} books.
    23 67 A folder of teaching material on {name} holds {n} worksheets.
    31 92 A slide show about {name} has {n} slides.
    9 27 A guest speaker took {n} questions about {name}.
    64 180 A summer course about {name} had {n} participants.
    5 14 A publisher turned down {n} manuscripts about {name}.
    150 420 A bookshop has a shelf of {n} volumes, some of which are on {name}.
    13 33 A cartoonist drew {n} sketches about {name}.
    27 76 A puzzle book has {n} riddles about {name}.
    18 49 An online course about {name} consists of {n} videos.
    6 16 A reading about {name} was held in {n} bookshops.
    210 690 A blog post about {name} received {n} comments.
    10 25 A poster about {name} was printed in {n} colours.
    35 85 A stamp album has {n} stamps that recall {name}.
    21 58 A discussion evening about {name} ended after {n} minutes.
    4 11 A magazine article on {name} was reprinted {n} times.
""")

#: What is made of statistics, for a passage that tells many.
ABOUT_FIGURES = _read("""
    34 190 The printed volume of official statistics has {n} pages.
    14 60 An appendix to official statistics explains {n} abbreviations.
    4 12 A table of official statistics was checked by {n} clerks.
    12 38 A workshop on how to read official statistics had {n} participants.
    21 75 A glossary of official statistics explains {n} terms.
    6 18 The leaflet of official statistics was printed in {n} languages.
    140 480 {n} libraries keep a copy of official statistics.
    3 9 The web page of official statistics was redesigned {n} times.
    16 44 A poster of official statistics hangs in {n} offices.
    30 95 A lecture on official statistics lasted {n} minutes.
    8 26 A journalist wrote {n} letters to ask about official statistics.
    45 130 The brochure of official statistics has {n} diagrams.
    5 15 A proofreader found {n} misprints in the brochure of official statistics.
    19 52 A printer delivered {n} crates of the brochure of official statistics.
    7 22 The editors met {n} times to discuss the layout of official statistics.
    3 11 A statistician gave {n} interviews about official statistics.
    5 18 A school class spent {n} hours drawing charts of official statistics.
    2 7 A magazine devoted {n} pages to official statistics.
    4 16 A volume of official statistics was published {n} days later than planned.
    120 640 A spreadsheet of official statistics has {n} lines.
    3 13 A radio programme mentioned official statistics {n} times.
    8 30 An archive keeps {n} folders with notes on official statistics.
    6 24 The typing of a volume of official statistics took {n} hours.
    10 37 A museum shows {n} charts that were drawn from official statistics.
    25 98 A term paper on official statistics has {n} footnotes.
    28 70 A map drawn from official statistics is {n} inches wide.
    9 34 A teacher set {n} exercises about official statistics.
    40 170 A help desk answered {n} emails about official statistics.
    5 14 A committee of {n} experts chose the layout of official statistics.
    4 15 {n} translators worked on the volume of official statistics.
    13 62 A bookseller ordered {n} copies of the volume of official statistics.
    45 90 A web video about official statistics lasts {n} seconds.
""")

#: What others have made of wars, for a passage that tells of one.
ABOUT_EVENTS = _read("""
    28 55 A radio programme about military history lasted {n} minutes.
    34 190 A museum of military history displays {n} maps.
    210 640 A handbook of military history runs to {n} pages.
    60 480 An archive of military history holds {n} diaries.
    3 11 A schoolbook devotes {n} pages to military history.
    14 67 An art historian has listed {n} paintings of old battlefields.
    12 58 A stage play about a sentry was performed {n} times.
    5 15 A song about marching has {n} verses.
    6 18 A walking tour of old battlefields makes {n} stops.
    9 36 A symposium on military history heard {n} speakers.
    130 390 A comic book about a drummer boy has {n} panels.
    7 24 A collection of essays on military history has {n} authors.
    40 95 A film about a field hospital was shot within {n} days.
    16 85 A bronze plaque in a museum of military history weighs {n} kilograms.
    25 110 An online glossary of military history has {n} entries.
    18 66 A quiz book has {n} questions about military history.
    4 13 A map of old battlefields was reprinted {n} times.
    11 49 A private collector owns {n} prints of old battlefields.
    30 120 A lecture on military history drew {n} listeners.
    5 21 A newspaper series on military history had {n} parts.
""")

#: Work on an item of a report's table that is not asked about.
WORK_ON_ITEM = _read("""
    4 17 Management held {n} meetings with its advisers on {name}.
    6 28 The working papers on {name} fill {n} binders.
    8 46 The internal guideline on {name} runs to {n} pages.
    5 24 Our finance team answered {n} letters about {name}.
    11 58 The supporting schedule on {name} has {n} lines.
    3 9 The wording of the disclosure on {name} was reviewed {n} times.
    12 64 A training course on {name} had {n} participants.
    6 33 An outside consultant spent {n} days on the documentation of {name}.
    4 14 The Board discussed {name} on {n} occasions.
    13 47 The disclosure checklist contains {n} points on {name}.
    7 29 {n} members of staff handle the records on {name}.
    6 19 Documents on {name} are archived for {n} years.
    5 21 The draft of the section on {name} went through {n} versions.
    16 73 The intranet lists {n} frequent questions about {name}.
    4 12 The form used for {name} has {n} pages.
    9 36 {n} invoices were selected at random for a review of {name}.
    3 11 The system that records {name} was updated {n} times.
    14 52 The manual for {name} explains {n} procedures.
    6 23 A project group on {name} met on {n} afternoons.
    21 88 The file on {name} holds {n} letters.
    4 13 {n} signatures are required before an entry on {name} is changed.
    8 27 The template for {name} has {n} columns.
    5 18 Questions about {name} were raised in {n} conference calls.
    12 39 An internal newsletter explained {name} in {n} sentences.
    3 8 The spreadsheet on {name} is backed up {n} times a day.
    17 61 {n} controls cover the recording of {name}.
    6 22 The glossary entry on {name} is {n} lines long.
    10 34 A reconciliation of {name} takes the finance team {n} hours.
    4 16 Our accountants visited {n} sites to look at records on {name}.
    23 79 The standard text on {name} was translated within {n} days.
    7 31 Slides on {name} were shown at {n} investor meetings.
    5 26 A handbook on {name} was sent to {n} offices.
    5 19 The chart on {name} in the slides has {n} bars.
    7 26 A retired accountant gave {n} lessons on {name}.
    6 25 The archive room holds {n} shelves of papers on {name}.
    12 45 A survey on the presentation of {name} had {n} respondents.
    4 18 The controller signed {n} pages on {name}.
    9 31 The search function finds {name} in {n} documents.
    14 56 A tutorial on {name} lasts {n} minutes.
    8 24 The team that handles {name} has {n} computers.
""")

#: The company's house and its people.
THE_COMPANY = _read("""
    110 480 Some {n} shareholders came to the last annual meeting.
    450 950 The annual meeting was held in a hall with {n} seats.
    85 170 The last annual meeting took {n} minutes.
    4 15 The Board went on {n} site visits.
    12 48 {n} analysts listened to the last conference call.
    5 18 The last conference call began {n} minutes late.
    3 12 Visitors asked {n} questions after the last annual meeting.
    16 75 Our staff newsletter reaches {n} pensioners.
    24 96 The staff canteen has {n} tables.
    5 19 Our office building has {n} floors.
    140 620 The car park beside our offices has {n} spaces.
    35 160 {n} colleagues took part in a volunteer day.
    4 14 We support {n} local sports clubs.
    11 46 {n} trainees began with us in the autumn.
    45 90 A survey among the staff had {n} questions.
    5000 48000 We gave ${n} to schools near our offices.
    3000 29000 A charity run of the staff raised ${n}.
    18 85 The choir of the staff has {n} singers.
    6 24 Our switchboard is open {n} hours a day.
    2000 9500 We planted {n} trees around our offices.
    12 58 The training rooms beside our offices hold {n} people.
    7 31 The in-house library takes {n} magazines.
    8000 65000 We lent ${n} to a housing association for the staff.
    25 140 {n} colleagues cycle to work.
    4 17 The fire brigade of our offices has {n} members.
    15 60 Our reception desk welcomes {n} visitors a day.
    9 38 The staff football team played {n} matches.
    1200 7800 We collected {n} used telephones for recycling.
    3 11 Our offices have {n} meeting rooms named after rivers.
    14 65 {n} pensioners came to the anniversary party of the staff.
    6000 52000 The repair of the lift in our offices cost ${n}.
    20 95 The nursery beside our offices has {n} places.
    10 45 The suggestion box brought {n} ideas from the staff.
    2 9 We rent {n} flats for colleagues from abroad.
    4000 36000 New desks for the training rooms cost ${n}.
    11 42 The language courses for the staff have {n} participants.
    7 29 We keep {n} beehives on the roof.
    30 150 An open day brought {n} families to our offices.
    5 23 {n} colleagues have worked here since the company was founded.
    16 54 The emergency drill emptied our offices within {n} minutes.
    9000 75000 Insurance of the artworks in our offices cost ${n}.
    8 33 The photo archive fills {n} cupboards.
    4 16 We exchange apprentices with {n} firms abroad.
""")
