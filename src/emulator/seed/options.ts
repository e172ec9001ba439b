/** A value that line items can target, and its name. */
interface TargetingOption {
  readonly type: string;
  readonly value: string;
  readonly name: string;
  readonly locationType?: string;
  /** The two-letter code of the country that a place is in, or that a show is broadcast in. */
  readonly country?: string;
  readonly localized?: Readonly<Record<string, string>>;
}

const place = (
  [country, value, name]: readonly [country: string, value: string, name: string],
  locationType: string,
  localized: TargetingOption['localized'] = {},
): TargetingOption => ({ type: 'LOCATION', country, value, name, locationType, localized });

const plain = (type: string, values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, name]): TargetingOption => ({ type, value, name }));

const show = (country: string, value: string, name: string): TargetingOption => ({
  type: 'TV_SHOW',
  country,
  value,
  name,
});

/** The targeting options of the emulator. Values are invented, names are realistic. */
const options: readonly TargetingOption[] = [
  place(['US', '96683cc9126741d1', 'United States'], 'COUNTRIES', { de: 'USA', fr: 'États-Unis' }),
  place(['DE', '3078869807f9dd36', 'Germany'], 'COUNTRIES', { de: 'Deutschland', fr: 'Allemagne' }),
  place(['GB', '6416b8512febefc9', 'United Kingdom'], 'COUNTRIES', {
    de: 'Vereinigtes Königreich',
  }),
  place(['JP', '06ef846bfc783874', 'Japan'], 'COUNTRIES', { de: 'Japan', ja: '日本' }),
  place(['CA', '3376992a082d67c7', 'Canada'], 'COUNTRIES', { de: 'Kanada', ja: 'カナダ' }),
  place(['NL', '879d7cfc66c9c290', 'Netherlands'], 'COUNTRIES', {
    de: 'Niederlande',
    fr: 'Pays-Bas',
  }),
  place(['DE', '3797791ff9c0e4c6', 'Hamburg'], 'CITY', { ja: 'ハンブルク' }),
  place(['NL', '5d838f7a011f4a2d', 'Amsterdam'], 'CITY', { ja: 'アムステルダム' }),
  place(['US', '5a110d312052166f', 'San Francisco'], 'CITY', { ja: 'サンフランシスコ' }),
  place(['US', '300bcc6e23a88361', 'Seattle'], 'CITY', { ja: 'シアトル' }),
  place(['GB', '457b4814b4240d87', 'London'], 'CITY', { fr: 'Londres', ja: 'ロンドン' }),
  place(['GB', '7a42abaf56b6d1f5', 'Edinburgh'], 'CITY', { fr: 'Édimbourg' }),
  place(['JP', '5c2b5e46ab891f07', 'Osaka'], 'CITY', { ja: '大阪' }),
  place(['DE', '84a3dcf6b0e1c2d4', 'Bavaria'], 'REGIONS', { de: 'Bayern', fr: 'Bavière' }),
  place(['US', 'fbd6d2f5a4e4a15e', 'California'], 'REGIONS', { ja: 'カリフォルニア' }),
  ...plain('AGE', {
    AGE_18_TO_24: '18 to 24',
    AGE_25_TO_34: '25 to 34',
    AGE_25_TO_49: '25 to 49',
    AGE_35_TO_49: '35 to 49',
    AGE_OVER_50: 'Over 50',
  }),
  ...plain('GENDER', { '1': 'Male', '2': 'Female' }),
  ...plain('LANGUAGE', {
    en: 'English',
    de: 'German',
    ja: 'Japanese',
    fr: 'French',
    es: 'Spanish',
  }),
  ...plain('PLATFORM', { '0': 'iOS', '1': 'Android', '4': 'Desktop' }),
  ...plain('DEVICE', { '1q': 'Recent phones', '2s': 'Tablets', '3k': 'Connected televisions' }),
  ...plain('INTEREST', {
    '1001': 'Cycling',
    '1002': 'Camping and hiking',
    '1003': 'Coffee and tea',
    '1004': 'Cooking',
    '1005': 'Puzzle games',
    '1006': 'Role-playing games',
    '1007': 'City breaks',
    '1008': 'Rail travel',
    '1009': 'Home improvement',
    '1010': 'Small business',
    '1011': 'Photography',
    '1012': 'Running',
  }),
  ...plain('NETWORK_ACTIVATION_DURATION', { '1': 'Within 1 month', '6': 'Within 6 months' }),
  show('US', '10000283242', 'The Lighthouse Bake-Off'),
  show('GB', '10000283310', 'Night Trains'),
];

const keyOf = (type: unknown, value: string): string => `${type} ${value.toLowerCase()}`;
const byValue = new Map(options.map((option) => [keyOf(option.type, option.value), option]));

/** The option with this type and value, in upper or lower case; undefined for free values such as keywords. */
export const optionOf = (type: unknown, value: string): TargetingOption | undefined =>
  byValue.get(keyOf(type, value));

/** The options of a type. */
export const optionsOf = (type: string): readonly TargetingOption[] =>
  options.filter((option) => option.type === type);
