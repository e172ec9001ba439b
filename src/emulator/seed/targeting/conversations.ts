import type { StoredRow } from '../../store.ts';
import { linesOf, option, valuesFrom } from './option.ts';

const topics = linesOf(`
SPORTS: NFL, NBA, American football, Badminton, Baseball, Basketball, Boxing, Cricket, Cycling,
  Football, Formula racing, Golf, Gymnastics, Handball, Ice hockey, Rowing, Rugby, Sailing, Skiing,
  Swimming, Table tennis, Tennis, Track and field, Volleyball, Winter sports
ACTORS: Audrey Hepburn, Buster Keaton, Charlie Chaplin, Greta Garbo, Ingrid Bergman, James Dean,
  Katharine Hepburn, Marlene Dietrich, Mary Pickford, Sarah Bernhardt, Toshiro Mifune
ATHLETES: Abebe Bikila, Babe Ruth, Emil Zatopek, Fausto Coppi, Jesse Owens, Jim Thorpe, Paavo
  Nurmi, Suzanne Lenglen, Wilma Rudolph
BOOK_GENRES: Biographies, Crime novels, Fantasy, Graphic novels, Historical novels, Manga, Poetry,
  Romance, Science fiction, Travel books
BOOKS: Alice in Wonderland, Don Quixote, Dracula, Faust, Frankenstein, Jane Eyre, Les Misérables,
  Moby-Dick, Pride and Prejudice, The Odyssey, The Tale of Genji, War and Peace
BRAND_CATEGORIES: Airlines, Banks, Bicycles, Car makers, Coffee houses, Computers, Electronics,
  Fast food, Games, Hotels, Sportswear, Supermarkets, Telecommunications
BRANDS: Adidas, BMW, Bosch, Canon, Coca-Cola, Honda, IKEA, Lego, Lufthansa, Nestlé, Nintendo,
  Philips, Renault, Samsung, Siemens, Sony, Toyota, Volvo
CELEBRITIES: Amelia Earhart, Coco Chanel, Harry Houdini, Josephine Baker, Mata Hari, Oscar Wilde
COACHES: Bear Bryant, Bill Shankly, Knute Rockne, Sepp Herberger, Vince Lombardi
DIGITAL_CREATORS: Baking videos, Board game reviews, Cycling videos, Game streaming, Makeup videos,
  Science videos, Travel videos
ENTERTAINMENT_BRANDS: Ghibli, Gaumont, Pathé, Pixar, Toei, Universal
ENTERTAINMENT_PERSONALITIES: Ed Sullivan, Groucho Marx, Jack Benny, Lucille Ball, P. T. Barnum
FICTIONAL_CHARACTERS: Cinderella, Count Dracula, D'Artagnan, Hamlet, Peter Pan, Pinocchio, Robin
  Hood, Sherlock Holmes, Sun Wukong, Winnie-the-Pooh
JOURNALISTS: Egon Erwin Kisch, Ernie Pyle, Ida B. Wells, Nellie Bly, Theodor Wolff
LIFESTYLES: Bikepacking, Camping, Cooking at home, Gardening, Living abroad, Minimalism, Parenting,
  Remote work, Running, Slow travel, Van life, Vegan living, Yoga
MOVIE_GENRES: Action films, Animated films, Comedies, Documentaries, Horror films, Musicals,
  Science fiction films, Silent films, Thrillers, Westerns
MOVIES: Casablanca, Citizen Kane, City Lights, Metropolis, Nosferatu, Rashomon, Seven Samurai,
  The General, The Third Man, The Wizard of Oz
MUSIC_GENRES: Blues, Classical music, Country music, Electronic music, Folk music, Hip hop, Jazz,
  K-pop, Latin music, Metal, Opera, Pop music, Reggae, Rock music, Schlager
MUSICIANS: Billie Holiday, Clara Schumann, Django Reinhardt, Duke Ellington, Edith Piaf, Frédéric
  Chopin, Johann Sebastian Bach, Louis Armstrong, Ludwig van Beethoven, Umm Kulthum
NEWS_STORIES: Budget debates, Climate summits, Election nights, Heat waves, Rail strikes,
  Rocket launches, Trade talks, Winter storms
NEWS: Business news, Entertainment news, Health news, Local news, Political news, Science news,
  Sports news, Technology news, Weather, World news
PERSONS: Ada Lovelace, Albert Einstein, Florence Nightingale, Isaac Newton, Leonardo da Vinci,
  Marie Curie, Nikola Tesla
PLACES: Amsterdam, Berlin, Cairo, Edinburgh, Grand Canyon, Hamburg, Kyoto, Lake Geneva, London,
  Mount Fuji, New York City, Osaka, Paris, Rio de Janeiro, San Francisco, Seattle, Sydney, Venice
PODCASTS: Business podcasts, Comedy podcasts, Crime podcasts, History podcasts, News podcasts,
  Science podcasts, Sports podcasts
POLITICAL_AFFILIATIONS: Centrism, Conservatism, Environmentalism, Liberalism, Social democracy
POLITICIANS: Abraham Lincoln, Cleopatra, Elizabeth I, Julius Caesar, Otto von Bismarck,
  Simón Bolívar, Theodore Roosevelt
PRODUCTS: Cargo bikes, Coffee machines, Electric cars, Game consoles, Headphones, Laptops,
  Robot vacuums, Running shoes, Smart speakers, Smartphones, Smartwatches, Tablets
RADIO_STATIONS: BBC Radio 4, Deutschlandfunk, France Inter, KEXP, NHK Radio 1, NPR
SPORTS_LEAGUES: Bundesliga, Champions League, Eredivisie, J1 League, LaLiga, Ligue 1, MLB, MLS,
  NHL, Premier League, Serie A, Six Nations, Tour de France, WNBA
SPORTS_PERSONALITIES: Bill Tilden, Pierre de Coubertin, Red Barber, Walter Camp
SPORTS_TEAMS: AC Milan, Ajax, Bayern Munich, Boston Red Sox, Celtic, FC Barcelona, Hamburger SV,
  Juventus, Liverpool FC, Los Angeles Lakers, New York Yankees, Real Madrid, Seattle Seahawks,
  Yomiuri Giants
TRENDS: Back to school, Black Friday, Cosy games, Cherry blossom, Dry January, Home office,
  Summer reading, Sourdough, Spring cleaning, Year in review
TV_SHOWS: Baking contests, Cooking shows, Crime series, Game shows, Hospital series, House
  renovation, Late night shows, News programmes, Quiz shows, Soap operas, Talent shows
VIDEO_GAME_PLATFORMS: Game Boy, Nintendo Switch, PlayStation 5, Steam, Xbox Series X
VIDEO_GAME_PUBLISHERS: Atari, Capcom, Electronic Arts, Konami, Nintendo, Sega, Square Enix, Ubisoft
VIDEO_GAMES: Chess online, Donkey Kong, Minecraft, Myst, Pac-Man, Pong, SimCity, Space Invaders,
  Street Fighter, Tetris, The Legend of Zelda
`);

const nextTopic = valuesFrom('a1');

/** The topics of conversations, the first of which is a1. */
export const conversations: readonly StoredRow[] = topics.flatMap(([conversation_type, some]) =>
  some.map((name) => option('CONVERSATION', nextTopic(), { name, conversation_type })),
);
