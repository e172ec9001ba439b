import type { StoredRow } from '../../store.ts';
import { linesOf, option, valuesFrom } from './option.ts';

const operators = linesOf(`
US: Advantage, Aeris, Airadigm, Airlink PCS, Airpeak, AT&T, Boost Mobile, C Spire, Cellcom,
  Consumer Cellular, Cricket Wireless, GCI, Metro, Mint Mobile, Sprint, T-Mobile, TracFone,
  US Cellular, Union Wireless, Verizon, Viaero, Visible
AE: du, Etisalat
AR: Claro, Movistar, Personal
AT: A1, Drei, Magenta
AU: Optus, Telstra, Vodafone
BE: BASE, Orange, Proximus
BR: Algar, Claro, Oi, TIM, Vivo
CA: Bell, Eastlink, Fido, Freedom Mobile, Koodo, Rogers, SaskTel, Telus, Videotron, Virgin Plus
CH: Salt, Sunrise, Swisscom
CL: Claro, Entel, Movistar, WOM
CO: Claro, Movistar, Tigo, WOM
CZ: O2, T-Mobile, Vodafone
DE: 1&1, Congstar, O2, Telekom, Vodafone
DK: 3, TDC, Telenor, Telia
EG: Etisalat, Orange, Vodafone, WE
ES: Masmovil, Movistar, Orange, Vodafone, Yoigo
FI: DNA, Elisa, Telia
FR: Bouygues Telecom, Free Mobile, Orange, SFR
GB: 3, EE, giffgaff, O2, Sky Mobile, Tesco Mobile, Virgin Mobile, Vodafone
GR: Cosmote, Nova, Vodafone
ID: Indosat Ooredoo, Smartfren, Telkomsel, XL Axiata
IE: 3, Eir, Tesco Mobile, Vodafone
IL: Cellcom, Partner, Pelephone
IN: Airtel, BSNL, Jio, MTNL, Vi
IT: Iliad, TIM, Vodafone, Windtre
JP: au, NTT Docomo, Rakuten Mobile, SoftBank, UQ Mobile, Y!mobile
KE: Airtel, Safaricom, Telkom
KR: KT, LG U+, SK Telecom
MX: AT&T, Movistar, Telcel
MY: Celcom, Digi, Maxis, U Mobile
NG: 9mobile, Airtel, Glo, MTN
NL: KPN, Odido, Vodafone
NO: Ice, Telenor, Telia
NZ: 2degrees, One NZ, Spark
PE: Bitel, Claro, Entel, Movistar
PH: DITO, Globe, Smart
PL: Orange, Play, Plus, T-Mobile
PT: MEO, NOS, Vodafone
SA: Mobily, STC, Zain
SE: 3, Tele2, Telenor, Telia
TH: AIS, dtac, TrueMove H
TR: Turk Telekom, Turkcell, Vodafone
TW: Chunghwa Telecom, Far EasTone, Taiwan Mobile
VE: Digitel, Movilnet, Movistar
VN: MobiFone, Viettel, Vinaphone
ZA: Cell C, MTN, Telkom, Vodacom
`);

const nextOperator = valuesFrom('14');

/** The mobile networks of countries. */
export const networkOperators: readonly StoredRow[] = operators.flatMap(([country_code, some]) =>
  some.map((name) => option('NETWORK_OPERATOR', nextOperator(), { name, country_code })),
);
