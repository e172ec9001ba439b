import { linesOf } from './option.ts';

/** The regions of countries, by the country's code. The states of the US are in `us-places.ts`. */
export const regions = linesOf(`
AR: Buenos Aires, Catamarca, Chaco, Chubut, Cordoba, Corrientes, Entre Rios, Formosa, Jujuy, La
  Pampa, La Rioja, Mendoza, Misiones, Neuquen, Rio Negro, Salta, San Juan, San Luis, Santa Cruz,
  Santa Fe, Santiago del Estero, Tierra del Fuego, Tucuman
AT: Burgenland, Carinthia, Lower Austria, Salzburg, Styria, Tyrol, Upper Austria, Vienna,
  Vorarlberg
AU: Australian Capital Territory, New South Wales, Northern Territory, Queensland, South
  Australia, Tasmania, Victoria, Western Australia
BE: Brussels, Flanders, Wallonia
BR: Acre, Alagoas, Amapa, Amazonas, Bahia, Ceara, Distrito Federal, Espirito Santo, Goias,
  Maranhao, Mato Grosso, Mato Grosso do Sul, Minas Gerais, Para, Paraiba, Parana, Pernambuco,
  Piaui, Rio de Janeiro, Rio Grande do Norte, Rio Grande do Sul, Rondonia, Roraima, Santa
  Catarina, Sao Paulo, Sergipe, Tocantins
CA: Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador, Northwest
  Territories, Nova Scotia, Nunavut, Ontario, Prince Edward Island, Quebec, Saskatchewan, Yukon
CH: Aargau, Basel-Stadt, Bern, Fribourg, Geneva, Graubunden, Lucerne, Neuchatel, Schwyz,
  Solothurn, St. Gallen, Thurgau, Ticino, Uri, Valais, Vaud, Zug, Zurich
CL: Antofagasta, Atacama, Aysen, Biobio, Coquimbo, La Araucania, Los Lagos, Los Rios, Magallanes,
  Maule, Santiago Metropolitan, Tarapaca, Valparaiso
CO: Antioquia, Atlantico, Bolivar, Boyaca, Caldas, Cauca, Cesar, Cundinamarca, Huila, Magdalena,
  Meta, Narino, Quindio, Risaralda, Santander, Tolima, Valle del Cauca
DE: Baden-Wurttemberg, Bavaria, Berlin, Brandenburg, Bremen, Hamburg, Hesse, Lower Saxony,
  Mecklenburg-Western Pomerania, North Rhine-Westphalia, Rhineland-Palatinate, Saarland, Saxony,
  Saxony-Anhalt, Schleswig-Holstein, Thuringia
DK: Capital Region, Central Jutland, North Jutland, Southern Denmark, Zealand
ES: Andalusia, Aragon, Asturias, Balearic Islands, Basque Country, Canary Islands, Cantabria,
  Castile and Leon, Castile-La Mancha, Catalonia, Extremadura, Galicia, La Rioja, Madrid, Murcia,
  Navarre, Valencia
FI: Aland, Kainuu, Kymenlaakso, Lapland, North Karelia, Ostrobothnia, Pirkanmaa, Satakunta, South
  Savo, Southwest Finland, Uusimaa
FR: Auvergne-Rhone-Alpes, Bourgogne-Franche-Comte, Brittany, Centre-Val de Loire, Corsica, Grand
  Est, Hauts-de-France, Ile-de-France, Normandy, Nouvelle-Aquitaine, Occitanie, Pays de la Loire,
  Provence-Alpes-Cote d'Azur
GB: East Midlands, East of England, Greater London, North East England, North West England,
  Northern Ireland, Scotland, South East England, South West England, Wales, West Midlands,
  Yorkshire and the Humber
ID: Aceh, Bali, Banten, Central Java, East Java, Jakarta, Lampung, North Sumatra, Papua, Riau,
  South Sulawesi, West Java, West Sumatra, Yogyakarta
IE: Connacht, Leinster, Munster, Ulster
IN: Andhra Pradesh, Assam, Bihar, Chhattisgarh, Delhi, Goa, Gujarat, Haryana, Himachal Pradesh,
  Jharkhand, Karnataka, Kerala, Madhya Pradesh, Maharashtra, Manipur, Meghalaya, Nagaland, Odisha,
  Punjab, Rajasthan, Sikkim, Tamil Nadu, Telangana, Tripura, Uttar Pradesh, Uttarakhand, West
  Bengal
IT: Abruzzo, Aosta Valley, Apulia, Basilicata, Calabria, Campania, Emilia-Romagna, Friuli-Venezia
  Giulia, Lazio, Liguria, Lombardy, Marche, Molise, Piedmont, Sardinia, Sicily, Trentino-South
  Tyrol, Tuscany, Umbria, Veneto
JP: Aichi, Akita, Aomori, Chiba, Ehime, Fukui, Fukuoka, Fukushima, Gifu, Gunma, Hiroshima,
  Hokkaido, Hyogo, Ibaraki, Ishikawa, Iwate, Kagawa, Kagoshima, Kanagawa, Kochi, Kumamoto, Kyoto,
  Mie, Miyagi, Miyazaki, Nagano, Nagasaki, Nara, Niigata, Oita, Okayama, Okinawa, Osaka, Saga,
  Saitama, Shiga, Shimane, Shizuoka, Tochigi, Tokushima, Tokyo, Tottori, Toyama, Wakayama,
  Yamagata, Yamaguchi, Yamanashi
KR: Busan, Chungcheongbuk, Chungcheongnam, Daegu, Daejeon, Gangwon, Gwangju, Gyeonggi,
  Gyeongsangbuk, Gyeongsangnam, Incheon, Jeju, Jeollabuk, Jeollanam, Sejong, Seoul, Ulsan
MX: Aguascalientes, Baja California, Baja California Sur, Campeche, Chiapas, Chihuahua, Coahuila,
  Colima, Durango, Guanajuato, Guerrero, Hidalgo, Jalisco, Mexico City, Michoacan, Morelos,
  Nayarit, Nuevo Leon, Oaxaca, Puebla, Queretaro, Quintana Roo, San Luis Potosi, Sinaloa, Sonora,
  Tabasco, Tamaulipas, Tlaxcala, Veracruz, Yucatan, Zacatecas
NL: Drenthe, Flevoland, Friesland, Gelderland, Groningen, Limburg, North Brabant, North Holland,
  Overijssel, South Holland, Utrecht, Zeeland
NO: Agder, Innlandet, More og Romsdal, Nordland, Oslo, Rogaland, Troms, Trondelag, Vestland
NZ: Auckland, Bay of Plenty, Canterbury, Hawke's Bay, Manawatu-Whanganui, Northland, Otago,
  Southland, Taranaki, Waikato, Wellington
PL: Greater Poland, Holy Cross, Kuyavian-Pomeranian, Lesser Poland, Lodz, Lower Silesia, Lublin,
  Lubusz, Masovia, Opole, Podlaskie, Pomerania, Silesia, Subcarpathia, Warmian-Masurian, West
  Pomerania
PT: Alentejo, Algarve, Azores, Centro, Lisbon, Madeira, Norte
SE: Blekinge, Dalarna, Gavleborg, Gotland, Halland, Jamtland, Jonkoping, Kalmar, Kronoberg,
  Norrbotten, Orebro, Ostergotland, Skane, Sodermanland, Stockholm, Uppsala, Varmland,
  Vasterbotten, Vasternorrland, Vastmanland, Vastra Gotaland
ZA: Eastern Cape, Free State, Gauteng, KwaZulu-Natal, Limpopo, Mpumalanga, North West, Northern
  Cape, Western Cape
`);
