import type { StoredRow } from '../../store.ts';
import { itemsOf, linesOf, option, valuesFrom } from './option.ts';

const models = linesOf(`
Apple iOS: iPhone 3GS, iPhone 4, iPhone 4S, iPhone 5, iPhone 5c, iPhone 5s, iPhone 6, iPhone 6
  Plus, iPhone 6s, iPhone 6s Plus, iPhone SE, iPhone 7, iPhone 7 Plus, iPhone 8, iPhone 8 Plus,
  iPhone X, iPhone XR, iPhone XS, iPhone XS Max, iPhone 11, iPhone 11 Pro, iPhone 11 Pro Max,
  iPhone SE (2nd generation), iPhone 12 mini, iPhone 12, iPhone 12 Pro, iPhone 12 Pro Max, iPhone
  13 mini, iPhone 13, iPhone 13 Pro, iPhone 13 Pro Max, iPhone SE (3rd generation), iPhone 14,
  iPhone 14 Plus, iPhone 14 Pro, iPhone 14 Pro Max, iPhone 15, iPhone 15 Plus, iPhone 15 Pro,
  iPhone 15 Pro Max, iPhone 16, iPhone 16 Plus, iPhone 16 Pro, iPhone 16 Pro Max, iPod touch,
  iPad, iPad Air, iPad Air 2, iPad mini, iPad mini 2, iPad mini 4, iPad Pro
Samsung Android: Galaxy A10, Galaxy A12, Galaxy A13, Galaxy A14, Galaxy A20, Galaxy A32, Galaxy
  A50, Galaxy A51, Galaxy A52, Galaxy A53, Galaxy A54, Galaxy A70, Galaxy A71, Galaxy J5, Galaxy
  J7, Galaxy Note 8, Galaxy Note 9, Galaxy Note 10, Galaxy Note 20, Galaxy S7, Galaxy S8, Galaxy
  S8+, Galaxy S9, Galaxy S9+, Galaxy S10, Galaxy S10+, Galaxy S20, Galaxy S20 Ultra, Galaxy S21,
  Galaxy S21 Ultra, Galaxy S22, Galaxy S22 Ultra, Galaxy S23, Galaxy S23 Ultra, Galaxy S24, Galaxy
  S24 Ultra, Galaxy Tab A, Galaxy Tab S6, Galaxy Tab S7, Galaxy Tab S8, Galaxy Tab S9, Galaxy Z
  Flip, Galaxy Z Flip 5, Galaxy Z Fold 3, Galaxy Z Fold 5
Google Android: Nexus 5, Nexus 5X, Nexus 6, Nexus 6P, Nexus 7, Pixel, Pixel XL, Pixel 2, Pixel 2
  XL, Pixel 3, Pixel 3a, Pixel 4, Pixel 4a, Pixel 5, Pixel 5a, Pixel 6, Pixel 6 Pro, Pixel 6a,
  Pixel 7, Pixel 7 Pro, Pixel 7a, Pixel 8, Pixel 8 Pro, Pixel Fold, Pixel Tablet
Huawei Android: Mate 10, Mate 20 Pro, Mate 30 Pro, nova 5T, P Smart, P20, P20 Pro, P30, P30 lite,
  P30 Pro, P40, P40 lite, P40 Pro
Xiaomi Android: Mi 9, Mi 10, Mi 11, Mi A2, Poco F3, Poco X3, Redmi 9, Redmi 10, Redmi Note 8,
  Redmi Note 9, Redmi Note 10, Redmi Note 11, Redmi Note 12, Xiaomi 12, Xiaomi 13
OnePlus Android: OnePlus 5T, OnePlus 6, OnePlus 7 Pro, OnePlus 8, OnePlus 9, OnePlus 9 Pro,
  OnePlus 10 Pro, OnePlus 11, OnePlus Nord
Sony Android: Xperia 1, Xperia 1 III, Xperia 5, Xperia 10, Xperia XZ, Xperia XZ1, Xperia Z3,
  Xperia Z5
Motorola Android: Edge 20, Edge 30, Moto E7, Moto G5, Moto G6, Moto G7, Moto G8, Moto G9, Moto G30,
  Moto G Power, Razr
LG Android: G5, G6, G7 ThinQ, G8 ThinQ, K10, Stylo 5, V30, V40 ThinQ, V60 ThinQ, Velvet
OPPO Android: A5, A9, A15, A54, A74, Find X2, Find X3, Find X5, Reno 4, Reno 6
vivo Android: V20, V21, X60, X80, Y20, Y33s
Nokia Android: Nokia 2.4, Nokia 3.4, Nokia 5.4, Nokia 6.1, Nokia 7.2, Nokia 8.3
Sharp Android: AQUOS R5G, AQUOS sense4, AQUOS sense6, AQUOS wish
BlackBerry BlackBerry: Bold 9900, Classic, Curve 9320, Passport, Q10, Z10, Z30
`);

const nextDevice = valuesFrom('1q');

/** The models of devices, the first of which is 1q. */
export const devices: readonly StoredRow[] = models.flatMap(([maker, some]) => {
  const [manufacturer = '', os_type = ''] = maker.split(' ');
  return some.map((name) => option('DEVICE', nextDevice(), { name, manufacturer, os_type }));
});

const platformNames = [
  'iOS',
  'Android',
  'BlackBerry phones and tablets',
  'Mobile web on other devices',
  'Desktop and laptop computers',
] as const;

/** The platforms. */
export const platforms: readonly StoredRow[] = platformNames.map((name, index) =>
  option('PLATFORM', String(index), { name }),
);

/** The names of platforms in other languages, by language and value. */
export const platformsIn: Readonly<Record<string, readonly string[]>> = {
  de: ['iOS', 'Android', 'BlackBerry-Geräte', 'Mobiles Web auf anderen Geräten', 'Computer'],
  es: [
    'iOS',
    'Android',
    'Dispositivos BlackBerry',
    'Web móvil en otros dispositivos',
    'Ordenadores',
  ],
  fr: [
    'iOS',
    'Android',
    'Appareils BlackBerry',
    'Web mobile sur d’autres appareils',
    'Ordinateurs',
  ],
  ja: ['iOS', 'Android', 'BlackBerry端末', 'その他の端末のモバイルウェブ', 'パソコン'],
};

/** The versions of each system: number, month of the release, and the names of those of Android. */
const versions: readonly (readonly [system: string, first: string, versions: string])[] = [
  [
    'Android',
    '16',
    `2.3 2010-12 Gingerbread, 4.0 2011-10 Ice Cream Sandwich, 4.1 2012-07 Jelly Bean,
    4.2 2012-11 Jelly Bean, 4.3 2013-07 Jelly Bean, 4.4 2013-10 KitKat, 5.0 2014-11 Lollipop,
    5.1 2015-03 Lollipop, 6.0 2015-10 Marshmallow, 7.0 2016-08 Nougat, 7.1 2016-10 Nougat,
    8.0 2017-08 Oreo, 8.1 2017-12 Oreo, 9 2018-08 Pie, 10 2019-09 Android 10,
    11 2020-09 Android 11, 12 2021-10 Android 12, 13 2022-08 Android 13, 14 2023-10 Android 14,
    15 2024-09 Android 15`,
  ],
  [
    'iOS',
    '2i',
    `7.0 2013-09, 7.1 2014-03, 8.0 2014-09, 8.4 2015-06, 9.0 2015-09, 9.3 2016-03, 10.0 2016-09,
    10.3 2017-03, 11.0 2017-09, 11.4 2018-05, 12.0 2018-09, 12.5 2020-12, 13.0 2019-09, 13.7
    2020-09, 14.0 2020-09, 14.8 2021-09, 15.0 2021-09, 15.8 2023-10, 16.0 2022-09, 16.7 2023-09,
    17.0 2023-09, 17.6 2024-07, 18.0 2024-09, 18.1 2024-10`,
  ],
];

/** The versions of mobile systems. */
export const platformVersions: readonly StoredRow[] = versions.flatMap(([system, first, some]) => {
  const next = valuesFrom(first);
  return itemsOf(some).map((version) => {
    const [number = '', month = '', ...name] = version.split(' ');
    return option('PLATFORM_VERSION', next(), {
      name: name.join(' ') || `${system} ${number}`,
      number,
      os_type: system,
      platform: system,
      released_at: `${month}-01T00:00:00Z`,
    });
  });
});
