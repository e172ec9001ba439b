import type { StoredRow } from '../../store.ts';
import { linesOf, option } from './option.ts';

const interestsBelow = linesOf(`
Books and literature: Biographies and memoirs, Classics, Comics, Cookbooks, Crime and thrillers,
  Fantasy, Historical novels, Nonfiction, Poetry, Romance, Science fiction, Travel writing, Young
  adult
Automotive: Car culture, Car shopping, Classic cars, Electric cars, Hybrid cars, Luxury cars,
  Motor racing, Motorcycles, Off-road vehicles, Performance cars, Repair and maintenance, Trucks,
  Vans
Beauty: Beauty salons, Fragrances, Hair care, Makeup, Men's grooming, Nail care, Skin care, Spas
Business: Advertising, Agriculture, Biotech, Construction, Entrepreneurship, Human resources,
  Investors, Leadership, Logistics, Manufacturing, Marketing, Remote work, Retail, Small business,
  Startups
Careers: Career news, Freelancing, Job fairs, Job search, Public speaking, Training
Education: Adult education, Early childhood, Graduate school, Language learning, Online courses,
  Private schools, Scholarships, Special education, Study abroad, Teaching
Events: Conferences, Exhibitions, Festivals, Museums, Theatre, Weddings
Family and parenting: Babies, Childcare, Fatherhood, Grandparents, Motherhood, Parenting teens,
  Parenting toddlers, Pregnancy, School holidays
Food and drink: Baking, Barbecue, Beer, Cocktails, Coffee and tea, Cooking, Desserts, Fast food,
  Fine dining, Healthy eating, Street food, Vegan, Vegetarian, Wine
Gaming: Board games, Card games, Console games, Esports, Mobile games, Online games, Puzzle games,
  Racing games, Retro games, Role-playing games, Simulation games, Sports games, Strategy games
Health: Allergies, Dental care, Diabetes, Eye care, First aid, Healthy ageing, Heart health,
  Mental health, Nutrition, Sleep
Hobbies and interests: Birdwatching, Chess, Collecting, Drawing, Embroidery, Genealogy, Gardening,
  Knitting, Model railways, Photography, Pottery, Scrapbooking, Sewing, Woodworking
Home and garden: Appliances, Do it yourself, Furniture, Home improvement, Home security,
  Interior design, Landscaping, Smart home
Law, government and politics: Consumer rights, Elections, Environment, Immigration, Local politics,
  Public administration, World politics
Life stages: College life, First job, First home, Moving house, Retirement
Movies and television: Action, Animation, Anime, Bollywood, Comedy, Crime series, Documentaries,
  Drama, Film festivals, Horror, Independent films, Musicals, Reality television, Science fiction,
  Soap operas, Sports programmes, Talk shows, Thrillers
Music and radio: Alternative, Blues, Classical, Country, Dance, Electronic, Folk, Hip hop, Indie,
  Jazz, Latin, Metal, Opera, Podcasts, Pop, Punk, Reggae, Rhythm and blues, Rock, World music
Personal finance: Credit cards, Financial planning, Insurance, Investing, Mortgages,
  Retirement plans, Saving, Student loans, Taxes
Pets: Aquariums, Birds, Cats, Dogs, Horses, Reptiles, Small animals
Science: Astronomy, Biology, Chemistry, Climate, Geography, Geology, History, Mathematics,
  Neuroscience, Physics, Space
Society: Dating, Ethics, Philosophy, Religion, Senior living, Volunteering
Sports: American football, Athletics, Badminton, Baseball, Basketball, Boxing, Camping and hiking,
  Climbing, Cricket, Cycling, Field hockey, Figure skating, Fishing, Football, Golf, Gymnastics,
  Handball, Ice hockey, Martial arts, Rowing, Rugby, Running, Sailing, Skateboarding, Skiing,
  Snowboarding, Surfing, Swimming, Table tennis, Tennis, Triathlon, Volleyball, Yoga
Style and fashion: Accessories, Bags, Children's clothing, Footwear, Jewellery, Men's clothing,
  Streetwear, Sustainable fashion, Watches, Women's clothing
Technology and computing: Android, Artificial intelligence, Audio, Cameras, Cloud computing,
  Computer networks, Cybersecurity, Data science, Databases, Drones, Gadgets, Hardware, iOS, Linux,
  Mobile phones, Open source, Programming, Robotics, Tablets, Virtual reality, Web design
Travel: Adventure travel, Africa, Air travel, Asia, Australia and New Zealand, Beaches,
  Budget travel, Business travel, Camping sites, Canada, Caribbean, City breaks, Cruises, Europe,
  Family travel, Hotels, Luxury travel, Rail travel, Road trips, South America, United States
`);

/**
 * The interests, in two levels. `Books and literature` is 1000, those below it are 1001, 1002, …
 */
export const interests: readonly StoredRow[] = interestsBelow.flatMap(([above, below], index) => {
  const first = (index + 1) * 1000;
  return ['', ...below].map((name, at) =>
    option('INTEREST', String(first + at), { name: name === '' ? above : `${above}/${name}` }),
  );
});
