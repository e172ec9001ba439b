import { iso } from '../../../upstream/catalogue/language/times.ts';
import type { StoredRow } from '../../store.ts';
import { option } from './option.ts';

const day = 86_400_000;

/** What happens each year: type, countries (`-` for all), month and day, number of days, name. */
const calendar = `
HOLIDAY - 12-31 2 New Year's
HOLIDAY - 02-14 1 Valentine's Day
HOLIDAY - 03-08 1 International Women's Day
HOLIDAY - 04-22 1 Earth Day
HOLIDAY - 10-31 1 Halloween
HOLIDAY - 12-24 3 Christmas
HOLIDAY US 01-18 1 Martin Luther King Jr. Day
HOLIDAY US 05-31 1 Memorial Day
HOLIDAY US 07-04 1 Independence Day
HOLIDAY US 09-06 1 Labor Day
HOLIDAY US,CA 11-11 1 Veterans and Remembrance Day
HOLIDAY US 11-25 1 Thanksgiving
HOLIDAY CA 07-01 1 Canada Day
HOLIDAY CA 10-11 1 Thanksgiving
HOLIDAY MX 05-05 1 Cinco de Mayo
HOLIDAY MX 09-16 1 Independence Day
HOLIDAY MX 11-01 2 Day of the Dead
HOLIDAY BR 02-09 5 Carnival
HOLIDAY BR 09-07 1 Independence Day
HOLIDAY AR 05-25 1 May Revolution
HOLIDAY DE 10-03 1 German Unity Day
HOLIDAY DE 12-06 1 Saint Nicholas
HOLIDAY DE,FR,IT,ES,NL 05-01 1 Labour Day
HOLIDAY FR 07-14 1 Bastille Day
HOLIDAY GB 01-25 1 Burns Night
HOLIDAY GB 11-05 1 Bonfire Night
HOLIDAY GB,CA,AU 12-26 1 Boxing Day
HOLIDAY IE 03-17 1 Saint Patrick's Day
HOLIDAY NL 04-27 1 King's Day
HOLIDAY NL 12-05 1 Sinterklaas
HOLIDAY ES 01-06 1 Three Kings' Day
HOLIDAY IT 06-02 1 Republic Day
HOLIDAY SE 06-24 2 Midsummer
HOLIDAY NO 05-17 1 Constitution Day
HOLIDAY JP 02-11 1 National Foundation Day
HOLIDAY JP 04-29 7 Golden Week
HOLIDAY JP 08-13 3 Obon
HOLIDAY JP 11-03 1 Culture Day
HOLIDAY KR 09-25 3 Chuseok
HOLIDAY IN 01-26 1 Republic Day
HOLIDAY IN 03-14 1 Holi
HOLIDAY IN 08-15 1 Independence Day
HOLIDAY IN 11-08 5 Diwali
HOLIDAY AU 01-26 1 Australia Day
HOLIDAY AU,NZ 04-25 1 Anzac Day
SPORTS - 06-11 30 Football summer
SPORTS - 07-26 16 World championships in athletics
SPORTS US 02-07 1 Football final
SPORTS US 03-16 21 College basketball madness
SPORTS US 04-01 3 Opening of the baseball season
SPORTS US 06-03 16 Basketball finals
SPORTS US 08-30 14 Tennis in New York
SPORTS US 10-22 9 Baseball finals
SPORTS US 11-07 1 New York marathon
SPORTS CA 05-26 20 Hockey finals
SPORTS GB 04-10 1 Horse racing at Liverpool
SPORTS GB 06-28 14 Tennis in London
SPORTS GB 08-14 2 Opening of the football season
SPORTS FR 05-23 15 Tennis in Paris
SPORTS FR 07-03 23 Cycling around France
SPORTS IT 05-08 23 Cycling around Italy
SPORTS ES 08-21 23 Cycling around Spain
SPORTS DE 08-20 3 Opening of the football season
SPORTS DE 09-26 1 Berlin marathon
SPORTS JP 01-02 2 Ekiden to Hakone
SPORTS JP 08-07 15 High school baseball at Koshien
SPORTS AU 01-18 14 Tennis in Melbourne
SPORTS NL 03-12 1 Speed skating finals
MUSIC_AND_ENTERTAINMENT - 05-11 5 Song contest
MUSIC_AND_ENTERTAINMENT US 01-10 1 Film and television awards
MUSIC_AND_ENTERTAINMENT US 02-01 1 Music awards
MUSIC_AND_ENTERTAINMENT US 03-14 1 Film awards
MUSIC_AND_ENTERTAINMENT US 04-09 10 Festival in the desert
MUSIC_AND_ENTERTAINMENT US 07-22 4 Comics in San Diego
MUSIC_AND_ENTERTAINMENT GB 06-23 5 Festival in Somerset
MUSIC_AND_ENTERTAINMENT GB 08-06 25 Theatre in Edinburgh
MUSIC_AND_ENTERTAINMENT DE 02-11 11 Film festival in Berlin
MUSIC_AND_ENTERTAINMENT DE 08-25 5 Games fair in Cologne
MUSIC_AND_ENTERTAINMENT DE 09-18 16 Oktoberfest
MUSIC_AND_ENTERTAINMENT FR 05-12 12 Film festival in Cannes
MUSIC_AND_ENTERTAINMENT IT 09-01 11 Film festival in Venice
MUSIC_AND_ENTERTAINMENT JP 12-31 1 Red and white song battle
MUSIC_AND_ENTERTAINMENT BR 09-03 9 Rock festival in Rio
CONFERENCE - 11-08 12 Climate conference
CONFERENCE US 01-06 4 Electronics fair in Las Vegas
CONFERENCE US 03-12 9 Film and technology in Austin
CONFERENCE US 06-07 5 Conference of developers in California
CONFERENCE DE 09-03 5 Electronics fair in Berlin
CONFERENCE DE 10-13 5 Book fair in Frankfurt
CONFERENCE ES 03-01 4 Mobile congress in Barcelona
CONFERENCE GB 09-23 4 Design in London
CONFERENCE NL 09-10 4 Broadcasting fair in Amsterdam
CONFERENCE JP 09-16 4 Games fair in Tokyo
POLITICS - 06-14 3 Summit of the seven
POLITICS US 11-02 1 Election day
POLITICS GB 05-06 1 Local elections
POLITICS DE 09-26 1 State elections
POLITICS FR 06-13 1 Regional elections
POLITICS JP 07-11 1 Upper house election
OTHER - 03-20 1 First day of spring
OTHER - 11-27 4 Black Friday
OTHER US,CA,GB 08-20 20 Back to school
OTHER US 07-15 2 Shopping days in July
OTHER JP 03-25 14 Cherry blossom
OTHER NL 04-01 30 Tulip season
OTHER GB 06-08 3 Literature in Edinburgh
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [type = '', countries = '', date = '', days = '', ...name] = line.split(' ');
    return countries
      .split(',')
      .map((country) => ({ type, country, date, days: Number(days), name: name.join(' ') }));
  });

/** What comes back each month: its day, and its name. */
const monthly = [
  ['01', 'Start of the month'],
  ['15', 'Payday'],
] as const;

interface EventSeed {
  readonly type: string;
  readonly name: string;
  readonly country: string;
  readonly start: number;
  readonly days: number;
}

const row = ({ type, name, country, start, days }: EventSeed, value: number): StoredRow =>
  option('EVENT', value.toString(36), {
    name,
    event_type: type,
    start_time: iso(start),
    end_time: iso(start + days * day),
    is_global: country === '-',
    country_code: country === '-' ? null : country,
    reach: { total_reach: null },
    top_users: [],
    top_tweets: [],
    top_hashtags: [],
    gender_breakdown_percentage: {},
    device_breakdown_percentage: {},
    country_breakdown_percentage: {},
  });

/** The first value of a year. The values of an event in two years differ. */
const firstOf = (year: number): number => Number.parseInt('1ex', 36) + (year - 2017) * 1000;

/** The events that are not over, up to a year from `now`, in milliseconds since 1970. */
export const eventsFrom = (now: number): readonly StoredRow[] => {
  const thisYear = new Date(now).getUTCFullYear();
  const spans = [thisYear - 1, thisYear, thisYear + 1].flatMap((year) => {
    const dated = calendar.map(({ date, ...event }) => ({
      ...event,
      start: Date.parse(`${year}-${date}T00:00:00Z`),
    }));
    const recurring = Array.from({ length: 12 }, (_, month) =>
      monthly.map(([date, name]) => ({
        type: 'RECURRING',
        name,
        country: '-',
        days: 1,
        start: Date.UTC(year, month, Number(date)),
      })),
    ).flat();
    return [...dated, ...recurring].map((span, index) => ({ span, value: firstOf(year) + index }));
  });
  return spans
    .filter(({ span: { start, days } }) => start + days * day > now && start < now + 365 * day)
    .map(({ span, value }) => row(span, value));
};
