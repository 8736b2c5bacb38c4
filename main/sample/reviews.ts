import type { SampleReply } from './comments.ts';
import type { SampleSellerName } from './sellers.ts';

export interface SampleReview {
	/** Slug of the ad about which the buyer got in touch. */
	about: string;
	by: SampleSellerName;
	stars: number;
	text: string;
	/** Age in hours when the sample content is added; less than the age of the ad. */
	hours_ago: number;
	/** Reply of the ad's seller. */
	reply?: Omit<SampleReply, 'by'>;
}

export const sampleReviews: readonly SampleReview[] = [
	{
		about: 'raw-honey',
		by: 'ime_glow',
		stars: 5,
		text: 'Real honey. I use it in my lotions and the smell is different from the sugar water they sell outside.',
		hours_ago: 170,
		reply: { text: 'Thank you, Ime. We keep two bottles for you every month.', hours_ago: 168 },
	},
	{
		about: 'rice-and-beans',
		by: 'obinna_woodworks',
		stars: 5,
		text: 'No single stone. She called to confirm before the bus left Ibadan.',
		hours_ago: 31,
	},
	{
		about: 'fruit-box',
		by: 'little_steps_ng',
		stars: 4,
		text: 'The children finished everything. One mango was soft, but she gave me another one the same day.',
		hours_ago: 52,
		reply: { text: 'That mango will not happen again. Greet the children.', hours_ago: 50 },
	},
	{
		about: 'power-bank',
		by: 'danjuma_menswear',
		stars: 5,
		text: 'Original. It charges my two phones till evening, and he tested it in front of me.',
		hours_ago: 240,
	},
	{
		about: 'tablet-for-school',
		by: 'little_steps_ng',
		stars: 4,
		text: 'Good tablet and the warranty paper is real. Delivery to Surulere took one day more than he said.',
		hours_ago: 101,
		reply: { text: 'Sorry about the delay, the rider had a flat tyre. Thank you for waiting.', hours_ago: 99 },
	},
	{
		about: 'keyboard-mouse',
		by: 'halima_homes',
		stars: 5,
		text: 'Quiet keys for true. He sent it to Abuja with GIG and it came well packed.',
		hours_ago: 300,
	},
	{
		about: 'home-printer',
		by: 'ugo_sports',
		stars: 3,
		text: 'The printer works well, but the first ink was half full. Check it before you carry it.',
		hours_ago: 350,
		reply: { text: 'You are right. We gave you a full bottle and now we check every box.', hours_ago: 345 },
	},
	{
		about: 'perfume-trio',
		by: 'bisi_intimates',
		stars: 5,
		text: 'My customers keep asking what I am wearing. I am not telling them.',
		hours_ago: 70,
	},
	{
		about: 'turaren-wuta',
		by: 'halima_homes',
		stars: 5,
		text: 'The whole sitting room smells like a wedding in Kano. She answers her messages fast.',
		hours_ago: 280,
		reply: { text: 'Na gode, Halima. Next time take the big burner.', hours_ago: 277 },
	},
	{
		about: 'ankara-tops',
		by: 'little_steps_ng',
		stars: 5,
		text: 'Five of us in matching Ankara and every measurement was correct. Ready on day six.',
		hours_ago: 190,
	},
	{
		about: 'owambe-gown',
		by: 'osas_gold_time',
		stars: 4,
		text: 'Beautiful work. I only had to take in the waist small.',
		hours_ago: 120,
		reply: { text: 'Next time send the waist sitting and standing. Thank you!', hours_ago: 118 },
	},
	{
		about: 'site-boots',
		by: 'arewa_cng',
		stars: 5,
		text: 'We bought eight pairs for our fitters. Three months on site and no sole has opened.',
		hours_ago: 200,
		reply: { text: 'This is why we stitch and glue. Thank you for the order.', hours_ago: 198 },
	},
	{
		about: 'flat-sandals',
		by: 'bisi_intimates',
		stars: 4,
		text: 'Soft and strong. The brown is darker than the picture.',
		hours_ago: 260,
	},
	{
		about: 'party-clutch',
		by: 'zainab_scents',
		stars: 5,
		text: 'Waybill reached Kano in two days, and the stitching is clean.',
		hours_ago: 150,
	},
	{
		about: 'family-car',
		by: 'eko_shortlets',
		stars: 5,
		text: 'I came with my mechanic. They opened everything without complaint and the papers were complete.',
		hours_ago: 110,
		reply: { text: 'A buyer with a mechanic is our best customer. Drive safe.', hours_ago: 108 },
	},
	{
		about: 'home-service',
		by: 'tola_sounds',
		stars: 2,
		text: 'They came two hours late without calling. The work itself was good.',
		hours_ago: 80,
		reply: { text: 'You are right to complain. We now call when traffic holds us.', hours_ago: 78 },
	},
	{
		about: 'home-cng',
		by: 'mama_risi_stores',
		stars: 5,
		text: 'I cook for twenty people every day with it. They taught my girls how to change the cylinder.',
		hours_ago: 60,
	},
	{
		about: 'land-lugbe',
		by: 'danjuma_menswear',
		stars: 5,
		text: 'She sent the survey and let my lawyer check it before any talk of money.',
		hours_ago: 220,
		reply: { text: 'That is the only way to buy land. Congratulations again.', hours_ago: 215 },
	},
	{
		about: 'beach-house',
		by: 'tola_sounds',
		stars: 4,
		text: 'Clean place and the boat was on time. Carry your own mosquito spray.',
		hours_ago: 85,
	},
	{
		about: 'dining-chairs',
		by: 'halima_homes',
		stars: 5,
		text: 'Heavy mahogany, not the painted type. All four reached Abuja without a scratch.',
		hours_ago: 140,
		reply: { text: 'Oil them twice a year and your children will inherit them.', hours_ago: 138 },
	},
	{
		about: 'bed-frame',
		by: 'eko_shortlets',
		stars: 4,
		text: 'Strong frame and no noise. It came three days after the agreed date.',
		hours_ago: 390,
	},
	{
		about: 'cat-starter',
		by: 'ime_glow',
		stars: 5,
		text: 'They explained everything on WhatsApp before I paid. Suya the cat is happy.',
		hours_ago: 205,
	},
	{
		about: 'black-soap',
		by: 'adunni_styles',
		stars: 5,
		text: 'Gentle, and it lasts. My spots are clearing without bleaching.',
		hours_ago: 122,
		reply: { text: 'Patience and black soap. Thank you, my sister.', hours_ago: 120 },
	},
	{
		about: 'school-bag',
		by: 'mama_risi_stores',
		stars: 5,
		text: 'My grandson carries it every day. The zip is still smooth.',
		hours_ago: 215,
	},
	{
		about: 'satin-robe',
		by: 'adunni_styles',
		stars: 5,
		text: 'The bride cried. Packaging like a gift from abroad.',
		hours_ago: 95,
	},
	{
		about: 'sport-watch',
		by: 'ugo_sports',
		stars: 4,
		text: 'Good for training. The stopwatch button is a bit stiff.',
		hours_ago: 270,
	},
	{
		about: 'coral-beads',
		by: 'zainab_scents',
		stars: 5,
		text: 'The colour is deep and even. He reduced the price small when I took two sets.',
		hours_ago: 180,
		reply: { text: 'You bargain like a Benin woman. Come again.', hours_ago: 176 },
	},
	{
		about: 'football-kit',
		by: 'tola_sounds',
		stars: 5,
		text: 'Fifteen sets, fifteen correct numbers. Our street won on Sunday.',
		hours_ago: 64,
	},
	{
		about: 'game-night',
		by: 'chidi_gadgets',
		stars: 4,
		text: 'Used, but he said so. Both pads work and all ten games were inside.',
		hours_ago: 320,
	},
];
