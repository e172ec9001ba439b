import { linesOf } from './option.ts';

/** Cities of countries, by the country's code. Those of the US are in `us-places.ts`. */
export const cities = linesOf(`
AE: Abu Dhabi, Ajman, Al Ain, Dubai, Fujairah, Sharjah
AR: Bahia Blanca, Buenos Aires, Cordoba, La Plata, Mar del Plata, Mendoza, Rosario, Salta, Santa
  Fe, Tucuman
AT: Bregenz, Graz, Innsbruck, Klagenfurt, Linz, Salzburg, Vienna, Villach, Wels
AU: Adelaide, Ballarat, Brisbane, Cairns, Canberra, Darwin, Geelong, Gold Coast, Hobart,
  Melbourne, Newcastle, Perth, Sydney, Townsville, Wollongong
BE: Antwerp, Bruges, Brussels, Charleroi, Ghent, Leuven, Liege, Mechelen, Namur
BR: Belem, Belo Horizonte, Brasilia, Campinas, Curitiba, Florianopolis, Fortaleza, Goiania, Joao
  Pessoa, Maceio, Manaus, Natal, Porto Alegre, Recife, Rio de Janeiro, Salvador, Santos, Sao
  Paulo, Uberlandia, Vitoria
CA: Calgary, Edmonton, Halifax, Hamilton, Kelowna, Kitchener, London, Mississauga, Montreal,
  Ottawa, Quebec City, Regina, Saskatoon, St. John's, Toronto, Vancouver, Victoria, Windsor,
  Winnipeg
CH: Basel, Bern, Biel, Geneva, Lausanne, Lucerne, Lugano, St. Gallen, Winterthur, Zurich
CL: Antofagasta, Concepcion, Iquique, La Serena, Rancagua, Santiago, Temuco, Valparaiso, Vina del
  Mar
CO: Barranquilla, Bogota, Bucaramanga, Cali, Cartagena, Manizales, Medellin, Pereira, Santa Marta
CZ: Brno, Ceske Budejovice, Liberec, Olomouc, Ostrava, Pilsen, Prague
DE: Aachen, Augsburg, Berlin, Bielefeld, Bochum, Bonn, Braunschweig, Bremen, Chemnitz, Cologne,
  Darmstadt, Dortmund, Dresden, Duisburg, Dusseldorf, Erfurt, Essen, Frankfurt am Main, Freiburg,
  Gelsenkirchen, Halle, Hamburg, Hanover, Heidelberg, Karlsruhe, Kassel, Kiel, Krefeld, Leipzig,
  Lubeck, Magdeburg, Mainz, Mannheim, Monchengladbach, Munich, Munster, Nuremberg, Oldenburg,
  Osnabruck, Potsdam, Regensburg, Rostock, Saarbrucken, Stuttgart, Ulm, Wiesbaden, Wuppertal,
  Wurzburg
DK: Aalborg, Aarhus, Copenhagen, Esbjerg, Odense, Randers, Roskilde
EG: Alexandria, Aswan, Cairo, Giza, Luxor, Port Said
ES: A Coruna, Alicante, Barcelona, Bilbao, Cadiz, Cordoba, Gijon, Granada, Las Palmas, Madrid,
  Malaga, Murcia, Oviedo, Palma, Pamplona, Salamanca, San Sebastian, Santander, Seville,
  Tarragona, Toledo, Valencia, Valladolid, Vigo, Zaragoza
FI: Espoo, Helsinki, Jyvaskyla, Kuopio, Lahti, Oulu, Tampere, Turku, Vantaa
FR: Aix-en-Provence, Amiens, Angers, Besancon, Bordeaux, Brest, Caen, Clermont-Ferrand, Dijon,
  Grenoble, Le Havre, Le Mans, Lille, Limoges, Lyon, Marseille, Metz, Montpellier, Nancy, Nantes,
  Nice, Nimes, Orleans, Paris, Perpignan, Reims, Rennes, Rouen, Saint-Etienne, Strasbourg, Toulon,
  Toulouse, Tours
GB: Aberdeen, Bath, Belfast, Birmingham, Bradford, Brighton, Bristol, Cambridge, Cardiff,
  Coventry, Derby, Dundee, Edinburgh, Exeter, Glasgow, Hull, Inverness, Leeds, Leicester,
  Liverpool, London, Manchester, Newcastle upon Tyne, Norwich, Nottingham, Oxford, Plymouth,
  Portsmouth, Reading, Sheffield, Southampton, Stoke-on-Trent, Sunderland, Swansea, Wolverhampton,
  York
GR: Athens, Heraklion, Larissa, Patras, Thessaloniki, Volos
ID: Bandung, Bekasi, Denpasar, Jakarta, Makassar, Malang, Medan, Palembang, Semarang, Surabaya,
  Yogyakarta
IE: Cork, Drogheda, Dublin, Galway, Limerick, Sligo, Waterford
IL: Ashdod, Beersheba, Haifa, Jerusalem, Netanya, Tel Aviv
IN: Agra, Ahmedabad, Amritsar, Bengaluru, Bhopal, Bhubaneswar, Chandigarh, Chennai, Coimbatore,
  Delhi, Faridabad, Ghaziabad, Guwahati, Hyderabad, Indore, Jaipur, Kanpur, Kochi, Kolkata,
  Lucknow, Ludhiana, Madurai, Mangaluru, Mumbai, Mysuru, Nagpur, Nashik, Patna, Pune, Raipur,
  Ranchi, Surat, Thiruvananthapuram, Vadodara, Varanasi, Vijayawada, Visakhapatnam
IT: Bari, Bergamo, Bologna, Bolzano, Brescia, Cagliari, Catania, Florence, Genoa, Milan, Modena,
  Naples, Padua, Palermo, Parma, Perugia, Pisa, Ravenna, Rimini, Rome, Salerno, Trento, Trieste,
  Turin, Venice, Verona
JP: Akita, Aomori, Asahikawa, Chiba, Fukuoka, Fukushima, Gifu, Hamamatsu, Hiroshima, Kagoshima,
  Kanazawa, Kawasaki, Kitakyushu, Kobe, Kochi, Kumamoto, Kyoto, Matsuyama, Miyazaki, Morioka,
  Nagano, Nagasaki, Nagoya, Naha, Nara, Niigata, Oita, Okayama, Osaka, Saitama, Sakai, Sapporo,
  Sendai, Shizuoka, Takamatsu, Tokushima, Tokyo, Toyama, Utsunomiya, Yamagata, Yokohama
KE: Eldoret, Kisumu, Mombasa, Nairobi, Nakuru
KR: Busan, Changwon, Cheongju, Daegu, Daejeon, Gwangju, Incheon, Jeju, Jeonju, Pohang, Seoul,
  Suwon, Ulsan
MX: Acapulco, Aguascalientes, Cancun, Chihuahua, Cuernavaca, Culiacan, Guadalajara, Hermosillo,
  Leon, Merida, Mexicali, Mexico City, Monterrey, Morelia, Oaxaca, Puebla, Queretaro, Saltillo,
  San Luis Potosi, Tijuana, Toluca, Torreon, Tuxtla Gutierrez, Veracruz, Xalapa
MY: George Town, Ipoh, Johor Bahru, Kota Kinabalu, Kuala Lumpur, Kuching, Shah Alam
NG: Abuja, Benin City, Ibadan, Kano, Lagos, Port Harcourt
NL: Almere, Amersfoort, Amsterdam, Apeldoorn, Arnhem, Breda, Delft, Den Bosch, Eindhoven,
  Enschede, Groningen, Haarlem, Leeuwarden, Leiden, Maastricht, Nijmegen, Rotterdam, The Hague,
  Tilburg, Utrecht, Zwolle
NO: Bergen, Bodo, Drammen, Kristiansand, Oslo, Stavanger, Tromso, Trondheim
NZ: Auckland, Christchurch, Dunedin, Hamilton, Napier, Nelson, Tauranga, Wellington
PE: Arequipa, Chiclayo, Cusco, Lima, Piura, Trujillo
PH: Cebu City, Davao City, Iloilo City, Makati, Manila, Pasig, Quezon City, Zamboanga
PL: Bialystok, Bydgoszcz, Gdansk, Gdynia, Katowice, Krakow, Lodz, Lublin, Poznan, Rzeszow,
  Szczecin, Torun, Warsaw, Wroclaw
PT: Aveiro, Braga, Coimbra, Evora, Faro, Funchal, Lisbon, Porto, Setubal
SA: Dammam, Jeddah, Mecca, Medina, Riyadh, Tabuk
SE: Gothenburg, Helsingborg, Jonkoping, Linkoping, Lund, Malmo, Norrkoping, Orebro, Stockholm,
  Umea, Uppsala, Vasteras
TH: Bangkok, Chiang Mai, Hat Yai, Khon Kaen, Nakhon Ratchasima, Pattaya, Phuket
TR: Adana, Ankara, Antalya, Bursa, Eskisehir, Gaziantep, Istanbul, Izmir, Kayseri, Konya, Trabzon
TW: Hsinchu, Kaohsiung, Keelung, Taichung, Tainan, Taipei
VE: Barquisimeto, Caracas, Maracaibo, Maracay, Merida, Valencia
VN: Can Tho, Da Nang, Hai Phong, Hanoi, Ho Chi Minh City, Hue
ZA: Bloemfontein, Cape Town, Durban, East London, Gqeberha, Johannesburg, Kimberley, Polokwane,
  Pretoria, Soweto
`);
