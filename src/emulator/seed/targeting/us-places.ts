import { itemsOf, linesOf } from './option.ts';

/** The names of the states of the US, by their codes. */
export const states = new Map(
  itemsOf(`
AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE
Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN
Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts,
MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New
Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio,
OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN
Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI
Wisconsin, WY Wyoming
`).map((state) => [state.slice(0, 2), state.slice(3)]),
);

/** Metropolitan areas and their cities. The code of the state ends the name of an area. */
export const metros = linesOf(`
Albany-Schenectady-Troy NY: Albany, Saratoga Springs, Schenectady, Troy
Albuquerque-Santa Fe NM: Albuquerque, Las Cruces, Rio Rancho, Santa Fe
Anchorage AK: Anchorage, Wasilla
Atlanta GA: Alpharetta, Athens, Atlanta, Decatur, Marietta, Roswell, Sandy Springs
Austin TX: Austin, Cedar Park, Georgetown, Pflugerville, Round Rock, San Marcos
Bakersfield CA: Bakersfield, Delano
Baltimore MD: Annapolis, Baltimore, Columbia, Ellicott City, Towson
Baton Rouge LA: Baton Rouge, Gonzales
Birmingham AL: Birmingham, Hoover, Tuscaloosa
Boise ID: Boise, Caldwell, Meridian, Nampa
Boston MA: Boston, Brookline, Cambridge, Framingham, Lowell, Lynn, Newton, Quincy, Somerville,
  Waltham, Worcester
Buffalo NY: Buffalo, Cheektowaga, Niagara Falls
Burlington VT: Burlington, Montpelier
Charleston SC: Charleston, Mount Pleasant, Summerville
Charlotte NC: Charlotte, Concord, Gastonia, Huntersville
Chicago IL: Arlington Heights, Aurora, Bolingbrook, Chicago, Cicero, Elgin, Evanston, Joliet,
  Naperville, Oak Park, Schaumburg, Skokie
Cincinnati OH: Cincinnati, Hamilton, Mason, Middletown
Cleveland-Akron OH: Akron, Canton, Cleveland, Lakewood, Lorain, Parma
Colorado Springs-Pueblo CO: Colorado Springs, Pueblo
Columbia SC: Columbia, Lexington
Columbus OH: Columbus, Dublin, Newark, Westerville
Dallas-Ft. Worth TX: Arlington, Carrollton, Dallas, Denton, Fort Worth, Frisco, Garland, Grand
  Prairie, Irving, McKinney, Mesquite, Plano, Richardson
Dayton OH: Dayton, Kettering, Springfield
Denver CO: Arvada, Aurora, Boulder, Broomfield, Centennial, Denver, Fort Collins, Greeley,
  Lakewood, Littleton, Longmont, Westminster
Des Moines-Ames IA: Ames, Ankeny, Des Moines, West Des Moines
Detroit MI: Ann Arbor, Dearborn, Detroit, Livonia, Southfield, Sterling Heights, Troy, Warren
El Paso TX: El Paso, Socorro
Eugene OR: Corvallis, Eugene, Springfield
Fargo-Valley City ND: Fargo, Grand Forks
Fresno-Visalia CA: Clovis, Fresno, Merced, Tulare, Visalia
Ft. Myers-Naples FL: Cape Coral, Fort Myers, Naples
Grand Rapids-Kalamazoo MI: Grand Rapids, Holland, Kalamazoo, Wyoming
Green Bay-Appleton WI: Appleton, Green Bay, Oshkosh
Greensboro-High Point NC: Greensboro, High Point, Winston-Salem
Hartford-New Haven CT: Danbury, Hartford, New Britain, New Haven, Waterbury, West Hartford
Honolulu HI: Hilo, Honolulu, Kailua, Pearl City
Houston TX: Baytown, Conroe, Houston, League City, Missouri City, Pasadena, Pearland, Sugar Land,
  The Woodlands
Huntsville-Decatur AL: Decatur, Huntsville, Madison
Indianapolis IN: Bloomington, Carmel, Fishers, Greenwood, Indianapolis, Lafayette, Noblesville
Jackson MS: Clinton, Jackson, Madison
Jacksonville FL: Jacksonville, Orange Park, St. Augustine
Kansas City MO: Blue Springs, Independence, Kansas City, Lee's Summit, Liberty
Knoxville TN: Knoxville, Maryville, Oak Ridge
Lansing MI: East Lansing, Jackson, Lansing
Las Vegas NV: Boulder City, Henderson, Las Vegas, North Las Vegas
Lexington KY: Frankfort, Lexington, Richmond
Lincoln NE: Grand Island, Kearney, Lincoln
Little Rock-Pine Bluff AR: Conway, Little Rock, North Little Rock, Pine Bluff
Los Angeles CA: Alhambra, Anaheim, Burbank, Carson, Compton, Costa Mesa, Downey, East Los Angeles,
  El Monte, Fullerton, Glendale, Huntington Beach, Inglewood, Irvine, Lake Los Angeles, Lancaster,
  Long Beach, Los Alamitos, Los Angeles, Malibu, Norwalk, Ontario, Palmdale, Pasadena, Pomona,
  Redondo Beach, Riverside, San Bernardino, Santa Ana, Santa Clarita, Santa Monica, Thousand Oaks,
  Torrance, West Hollywood
Louisville KY: Elizabethtown, Louisville, Shelbyville
Madison WI: Janesville, Madison, Sun Prairie
Memphis TN: Bartlett, Germantown, Memphis
Miami-Ft. Lauderdale FL: Coral Gables, Fort Lauderdale, Hialeah, Hollywood, Key West, Miami, Miami
  Beach, Pembroke Pines, Pompano Beach
Milwaukee WI: Kenosha, Milwaukee, Racine, Waukesha
Minneapolis-St. Paul MN: Bloomington, Brooklyn Park, Eagan, Minneapolis, Plymouth, Rochester, St.
  Cloud, St. Paul
Monterey-Salinas CA: Gilroy, Los Altos, Monterey, Salinas, Santa Cruz
Nashville TN: Clarksville, Franklin, Hendersonville, Murfreesboro, Nashville
New Orleans LA: Kenner, Metairie, New Orleans, Slidell
New York NY: Brooklyn, Hempstead, Manhattan, New Rochelle, New York, Queens, Staten Island, The
  Bronx, White Plains, Yonkers
Norfolk-Portsmouth VA: Chesapeake, Hampton, Newport News, Norfolk, Portsmouth, Virginia Beach
Oklahoma City OK: Edmond, Moore, Norman, Oklahoma City, Stillwater
Omaha NE: Bellevue, Omaha, Papillion
Orlando-Daytona Beach FL: Daytona Beach, Gainesville, Kissimmee, Melbourne, Ocala, Orlando, Palm
  Bay
Palm Springs CA: Indio, Palm Desert, Palm Springs
Philadelphia PA: Allentown, Bethlehem, Chester, Lancaster, Norristown, Philadelphia, Reading
Phoenix AZ: Chandler, Flagstaff, Gilbert, Glendale, Mesa, Peoria, Phoenix, Scottsdale, Surprise,
  Tempe
Pittsburgh PA: Bethel Park, Johnstown, Monroeville, Pittsburgh
Portland OR: Beaverton, Gresham, Hillsboro, Portland, Salem, Tigard
Portland-Auburn ME: Auburn, Bangor, Lewiston, Portland
Providence-New Bedford RI: Cranston, Newport, Pawtucket, Providence, Warwick
Raleigh-Durham NC: Cary, Chapel Hill, Durham, Fayetteville, Raleigh, Wilmington
Reno NV: Carson City, Reno, Sparks
Richmond-Petersburg VA: Charlottesville, Petersburg, Richmond
Rochester NY: Greece, Rochester, Syracuse
Sacramento-Stockton CA: Chico, Davis, Elk Grove, Folsom, Modesto, Redding, Roseville, Sacramento,
  Stockton
Salt Lake City UT: Ogden, Orem, Park City, Provo, Salt Lake City, Sandy, St. George, West Valley
  City
San Antonio TX: New Braunfels, San Antonio, Seguin
San Diego CA: Carlsbad, Chula Vista, El Cajon, Encinitas, Escondido, Oceanside, San Diego, Vista
San Francisco-Oakland-San Jose CA: Alameda, Antioch, Berkeley, Concord, Cupertino, Daly City,
  Fremont, Hayward, Los Gatos, Mountain View, Napa, Oakland, Palo Alto, Pleasanton, Redwood City,
  Richmond, San Francisco, San Jose, San Mateo, San Rafael, Santa Clara, Santa Rosa, Sunnyvale,
  Vallejo, Walnut Creek
Santa Barbara CA: San Luis Obispo, Santa Barbara, Santa Maria
Savannah GA: Hinesville, Savannah
Seattle-Tacoma WA: Bellevue, Bellingham, Bremerton, Everett, Federal Way, Kent, Kirkland, Olympia,
  Redmond, Renton, Seattle, Tacoma
Shreveport LA: Bossier City, Shreveport
Sioux Falls SD: Mitchell, Rapid City, Sioux Falls
Spokane WA: Pullman, Spokane, Walla Walla
Springfield MO: Branson, Joplin, Springfield
Springfield-Holyoke MA: Amherst, Holyoke, Springfield
St. Louis MO: Chesterfield, Florissant, O'Fallon, St. Charles, St. Louis
Tampa-St. Petersburg FL: Bradenton, Brandon, Clearwater, Lakeland, Sarasota, St. Petersburg, Tampa
Toledo OH: Findlay, Perrysburg, Toledo
Tucson AZ: Marana, Sierra Vista, Tucson
Tulsa OK: Broken Arrow, Muskogee, Tulsa
Washington DC: Georgetown, Washington
West Palm Beach FL: Boca Raton, Boynton Beach, Delray Beach, Jupiter, Port St. Lucie, West Palm
  Beach
Wichita KS: Hutchinson, Salina, Wichita
Yakima WA: Kennewick, Richland, Yakima
`);
