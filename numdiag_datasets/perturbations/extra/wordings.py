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
    70 160 A bus ride from downtown to the stadium cost {n} cents.
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

#: What was needed to count, print and read the figures of a passage.
ABOUT_FIGURES = _read("""
    34 190 The printed volume with these figures has {n} pages.
    14 60 The appendix to these figures explains {n} abbreviations.
    4 12 These figures were checked by {n} clerks.
    12 38 A workshop on how to read such figures had {n} participants.
    21 75 The glossary to these figures explains {n} terms.
    6 18 The leaflet with these figures was printed in {n} languages.
    140 480 {n} libraries keep a copy of these figures.
    3 9 The web page with these figures was redesigned {n} times.
    16 44 A poster with these figures hangs in {n} offices.
    30 95 A lecture on these figures lasted {n} minutes.
    8 26 A journalist wrote {n} letters to ask about these figures.
    45 130 The brochure with these figures has {n} diagrams.
    5 15 A proofreader found {n} misprints in the brochure with these figures.
    19 52 A printer delivered {n} crates of the brochure with these figures.
    7 22 The editors met {n} times to discuss the layout of these figures.
    3 11 A statistician gave {n} interviews about these figures.
    5 18 A school class spent {n} hours drawing charts of these figures.
    2 7 A magazine devoted {n} pages to these figures.
    4 16 These figures were published {n} days later than planned.
    120 640 These figures fill {n} lines of a spreadsheet.
    3 13 A radio programme mentioned these figures {n} times.
    8 30 An archive keeps {n} folders with notes on these figures.
    6 24 The typing of these figures took {n} hours.
    10 37 A museum shows {n} charts that were drawn from these figures.
    25 98 A term paper on these figures has {n} footnotes.
    28 70 A map drawn from these figures is {n} inches wide.
    9 34 A teacher set {n} exercises about these figures.
    40 170 A help desk answered {n} emails about these figures.
    5 14 A committee of {n} experts chose the layout of these figures.
    4 15 {n} translators worked on the volume with these figures.
    13 62 A bookseller ordered {n} copies of the volume with these figures.
    45 90 A web video about these figures lasts {n} seconds.
""")

#: What others have made of the events that a passage tells of.
ABOUT_EVENTS = _read("""
    28 55 A radio programme about these events lasted {n} minutes.
    34 190 A museum exhibition on these events displays {n} objects.
    210 640 A monograph about these events runs to {n} pages.
    60 480 An archive holds {n} letters that mention these events.
    3 11 A schoolbook devotes {n} pages to these events.
    14 67 An art historian has listed {n} paintings of these events.
    12 58 A stage play about these events was performed {n} times.
    5 15 A song about these events has {n} verses.
    6 18 A walking tour on the traces of these events makes {n} stops.
    9 36 A symposium about these events heard {n} speakers.
    130 390 A comic book about these events has {n} panels.
    7 24 A collection of essays about these events has {n} authors.
    40 95 A film about these events was shot within {n} days.
    16 85 A bronze plaque that recalls these events weighs {n} kilograms.
    25 110 An online timeline of these events has {n} entries.
    18 66 A quiz book has {n} questions about these events.
    4 13 A map of these events was reprinted {n} times.
    11 49 A private collector owns {n} prints of these events.
    30 120 A lecture about these events drew {n} listeners.
    5 21 A newspaper series about these events had {n} parts.
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

#: The report itself and its readers.
REPORT_ITSELF = _read("""
    110 480 The annual meeting was attended by some {n} shareholders.
    120 290 The annual report has {n} pages in print.
    900 4800 The annual report was printed in an edition of {n} copies.
    14 65 The investor relations team received {n} letters last month.
    6 21 The typesetters needed {n} days for the printed report.
    3 9 The printed report is available in {n} languages.
    8 32 {n} photographs illustrate the printed report.
    25 90 The glossary of the printed report explains {n} terms.
    4 15 {n} colleagues proofread the printed report.
    35 120 The web version of the report was opened by {n} readers on the day of publication.
    12 48 {n} analysts dialled in to the conference call.
    5 18 The conference call lasted {n} minutes longer than planned.
    2 8 The cover of the printed report went through {n} drafts.
    16 55 {n} newspapers asked for a copy of the printed report.
    7 28 The index of the printed report takes up {n} pages.
    20 75 The printed report has {n} charts.
    9 26 A video about the annual meeting lasts {n} minutes.
    450 950 The annual meeting was moved to a hall with {n} seats.
    3 14 {n} interns helped to pack the printed report.
    60 220 The printed report was mailed in {n} boxes.
    85 170 The annual meeting ended after {n} minutes.
    4 17 The translation of the printed report took {n} days.
    15 48 The photographer of the printed report took {n} portraits.
    13 57 The web version of the report has {n} links to videos.
    2 9 The printed report won {n} prizes for its layout.
    22 88 The annual meeting was covered by {n} reporters.
    30 95 The cover letter of the report has {n} lines.
    12 44 {n} guests from abroad travelled to the annual meeting.
    3 12 The annual meeting was interrupted {n} times by applause.
    6 30 {n} universities keep a copy of the printed report.
    45 160 {n} libraries subscribe to the printed report.
    14 52 The designers of the printed report tried {n} typefaces.
    70 240 The investor newsletter was sent to {n} addresses.
    10 40 {n} schools asked for a class set of the printed report.
    3 9 The speeches at the annual meeting were translated into {n} languages.
    7 29 {n} journalists asked for an interview after the conference call.
    25 88 The transcript of the conference call has {n} pages.
    4 16 The recording of the conference call was played {n} times.
    15 60 The annual meeting was shown on {n} screens.
    8 35 The proofs of the printed report were sent to {n} reviewers.
    5 24 The printer of the report delivered it {n} hours early.
    18 64 The annual meeting hall had {n} rows of seats.
    11 42 {n} questions were asked at the annual meeting.
""")
