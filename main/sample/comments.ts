import type { ContentTarget } from '../../contract/core/target.ts';
import type { SampleSellerName } from './sellers.ts';

export interface SampleReply {
	by: SampleSellerName;
	text: string;
	/** Age in hours when the sample content is added; less than the age of the commented item. */
	hours_ago: number;
}

export interface SampleComment extends SampleReply {
	on: readonly [target: ContentTarget, slug: string];
	/** Replies to the comment, oldest first. */
	replies?: readonly SampleReply[];
}

export const sampleComments: readonly SampleComment[] = [
	{
		on: ['ads', 'soup-basket'],
		by: 'tola_sounds',
		text: 'Is the rodo the small hot one or the big one? My wife will send me back.',
		hours_ago: 2.4,
		replies: [{ by: 'mama_risi_stores', text: 'Small and very hot. Tell madam we tasted it.', hours_ago: 2.1 }],
	},
	{
		on: ['ads', 'soup-basket'],
		by: 'adunni_styles',
		text: 'Do you send to Abeokuta in the morning bus?',
		hours_ago: 1.6,
	},
	{
		on: ['ads', 'rice-and-beans'],
		by: 'obinna_woodworks',
		text: 'We finished the last bag and I did not meet one stone. Please keep two for Enugu.',
		hours_ago: 30,
		replies: [{ by: 'mama_risi_stores', text: 'They are kept with your name on them.', hours_ago: 28.5 }],
	},
	{
		on: ['ads', 'smartphone-128'],
		by: 'danjuma_menswear',
		text: 'What is the battery health, and does face unlock work?',
		hours_ago: 5.1,
		replies: [
			{
				by: 'chidi_gadgets',
				text: '89 percent, and it works. You can test everything here before you pay.',
				hours_ago: 4.9,
			},
			{ by: 'danjuma_menswear', text: 'Fine. My brother in Ikeja will come tomorrow.', hours_ago: 4.2 },
		],
	},
	{
		on: ['ads', 'smartphone-128'],
		by: 'little_steps_ng',
		text: 'Bought the same one here in March. No issue till today.',
		hours_ago: 3.8,
	},
	{
		on: ['ads', 'office-laptop'],
		by: 'ugo_sports',
		text: 'Can the memory be upgraded later?',
		hours_ago: 15,
		replies: [{ by: 'chidi_gadgets', text: 'Yes, there is one free slot. We fit it while you wait.', hours_ago: 14.2 }],
	},
	{
		on: ['ads', 'oud-royal'],
		by: 'ime_glow',
		text: 'I wore it to church on Sunday and people still asked on Monday.',
		hours_ago: 9.4,
		replies: [{ by: 'zainab_scents', text: 'This is the review I will print.', hours_ago: 9 }],
	},
	{
		on: ['ads', 'oud-royal'],
		by: 'osas_gold_time',
		text: 'Do you have it in 6 ml for gift boxes?',
		hours_ago: 7.7,
	},
	{
		on: ['ads', 'adire-dress'],
		by: 'bisi_intimates',
		text: 'The indigo is deeper than in the picture. I ordered 14 and it fits like it was sewn on me.',
		hours_ago: 6.3,
	},
	{
		on: ['ads', 'adire-dress'],
		by: 'little_steps_ng',
		text: 'Can you make the same one for a 6 year old?',
		hours_ago: 5.5,
		replies: [{ by: 'adunni_styles', text: 'Yes! Mother and daughter sets are possible, 10 days.', hours_ago: 4.8 }],
	},
	{
		on: ['ads', 'leather-brogues'],
		by: 'halima_homes',
		text: 'My husband wears 45 but wide feet. Which size should I take?',
		hours_ago: 11,
		replies: [
			{
				by: 'nnamdi_footwear',
				text: 'Take 45 in the wide last, same price. Write “wide” in the order.',
				hours_ago: 10.2,
			},
		],
	},
	{
		on: ['ads', 'brown-handbag'],
		by: 'ime_glow',
		text: 'Is the strap detachable?',
		hours_ago: 20,
	},
	{
		on: ['ads', 'compact-suv'],
		by: 'arewa_cng',
		text: 'Is the boot space enough for a 60-litre cylinder? We can give your buyer a price for the kit.',
		hours_ago: 17,
		replies: [{ by: 'tamuno_autos', text: 'It is. I will send them to you.', hours_ago: 16.4 }],
	},
	{
		on: ['ads', 'shortlet-lekki'],
		by: 'tola_sounds',
		text: 'We slept there after a wedding in Lekki. The light stayed on all night, true talk.',
		hours_ago: 3.1,
	},
	{
		on: ['ads', 'shortlet-lekki'],
		by: 'zainab_scents',
		text: 'Free from the 12th to the 15th?',
		hours_ago: 2.2,
		replies: [{ by: 'eko_shortlets', text: '12th and 13th are taken, from the 14th it is free.', hours_ago: 1.9 }],
	},
	{
		on: ['ads', 'two-bed-kubwa'],
		by: 'danjuma_menswear',
		text: 'Is it one year or two years payment?',
		hours_ago: 50,
		replies: [{ by: 'halima_homes', text: 'One year, and the agreement is signed before you pay.', hours_ago: 47 }],
	},
	{
		on: ['ads', 'sofa-set'],
		by: 'eko_shortlets',
		text: 'We took two for the new apartment. Heavy in the good way.',
		hours_ago: 22,
	},
	{
		on: ['ads', 'dog-food'],
		by: 'chidi_gadgets',
		text: 'Is it okay for a puppy of four months?',
		hours_ago: 13,
		replies: [
			{
				by: 'nneka_superstore',
				text: 'Soak it in warm water for ten minutes until he is six months.',
				hours_ago: 12.3,
			},
		],
	},
	{
		on: ['ads', 'shea-lotion'],
		by: 'bisi_intimates',
		text: 'Second bottle. My harmattan skin says thank you.',
		hours_ago: 8.5,
	},
	{
		on: ['ads', 'gents-watch'],
		by: 'danjuma_menswear',
		text: 'That strap with a navy kaftan is finished work.',
		hours_ago: 26,
	},
	{
		on: ['ads', 'engagement-ring'],
		by: 'ugo_sports',
		text: 'She said yes. Thank you for the size advice!',
		hours_ago: 18,
		replies: [
			{ by: 'yagana_luxury', text: 'Congratulations! We were praying with you.', hours_ago: 17.5 },
			{ by: 'adunni_styles', text: 'Aso ebi on me. Come with the colours.', hours_ago: 16 },
		],
	},
	{
		on: ['ads', 'football-kit'],
		by: 'tola_sounds',
		text: 'Our street team wore them on Sunday. The numbers did not peel after washing.',
		hours_ago: 66,
	},
	{
		on: ['ads', 'film-food-box'],
		by: 'ime_glow',
		text: 'The way the tomatoes are packed alone!',
		hours_ago: 12,
	},
	{
		on: ['ads', 'film-adire'],
		by: 'nnamdi_footwear',
		text: 'The second pattern would look good on sandals. Let us talk.',
		hours_ago: 81,
		replies: [{ by: 'adunni_styles', text: 'I am listening! Sending you a piece on Friday.', hours_ago: 79 }],
	},
	{
		on: ['ads', 'film-aba-shoes'],
		by: 'danjuma_menswear',
		text: 'Show this to anybody who says it must be imported.',
		hours_ago: 110,
	},
	{
		on: ['ads', 'film-shortlet'],
		by: 'halima_homes',
		text: 'Who did the kitchen? I want the same for a flat in Gwarinpa.',
		hours_ago: 90,
		replies: [{ by: 'eko_shortlets', text: '@obinna_woodworks, from drawing to handles.', hours_ago: 88 }],
	},
	{
		on: ['ads', 'fruit-box'],
		by: 'lagoon_getaways',
		text: 'Can you send four boxes to a boat jetty in Lagos on Friday?',
		hours_ago: 70,
		replies: [
			{
				by: 'mama_risi_stores',
				text: 'To Lagos it is the night bus, so Friday morning at Ojota. We can do four.',
				hours_ago: 69.5,
			},
		],
	},
	{
		on: ['ads', 'film-food-box'],
		by: 'nneka_superstore',
		text: 'Does the price change when rice goes up?',
		hours_ago: 15,
		replies: [{ by: 'mama_risi_stores', text: 'Not for those who paid before the first Saturday.', hours_ago: 14.4 }],
	},
	{
		on: ['ads', 'soup-basket'],
		by: 'glam_by_efe',
		text: 'How long does the blended one last in the freezer?',
		hours_ago: 2.7,
		replies: [{ by: 'mama_risi_stores', text: 'Two weeks, if NEPA agrees. Put it in small nylon.', hours_ago: 2.5 }],
	},
	{
		on: ['ads', 'power-bank'],
		by: 'ola_interiors',
		text: 'Can it carry a small router at night?',
		hours_ago: 200,
		replies: [
			{
				by: 'chidi_gadgets',
				text: 'Yes, about six hours with the small ones. Bring your router and we test.',
				hours_ago: 199.4,
			},
		],
	},
	{
		on: ['ads', 'power-bank'],
		by: 'folake_motors',
		text: 'Do you have the 30,000 one?',
		hours_ago: 160,
		replies: [{ by: 'chidi_gadgets', text: 'It is out till Friday. I will write to you first.', hours_ago: 159.5 }],
	},
	{
		on: ['ads', 'keyboard-mouse'],
		by: 'tersoo_homes',
		text: 'Is the receiver USB-A or type C?',
		hours_ago: 260,
		replies: [{ by: 'chidi_gadgets', text: 'USB-A. The small adapter for type C is 1,500.', hours_ago: 259.6 }],
	},
	{
		on: ['ads', 'perfume-trio'],
		by: 'kemi_closet',
		text: 'Which one of the three lasts longest?',
		hours_ago: 60,
		replies: [{ by: 'zainab_scents', text: 'Vanilla, by far. Hibiscus is for the morning.', hours_ago: 59.2 }],
	},
	{
		on: ['ads', 'perfume-trio'],
		by: 'deji_outfitters',
		text: 'Is there one for men?',
		hours_ago: 48,
		replies: [{ by: 'zainab_scents', text: 'Fresh linen. Half of our customers for it are men.', hours_ago: 47.4 }],
	},
	{
		on: ['ads', 'film-oud'],
		by: 'glam_by_efe',
		text: 'Do you give a price for a bride and six ladies?',
		hours_ago: 120,
		replies: [{ by: 'zainab_scents', text: 'Yes, from five bottles we take off 10 percent.', hours_ago: 119.1 }],
	},
	{
		on: ['ads', 'oud-royal'],
		by: 'yagana_luxury',
		text: 'Fine bottle. Who does the velvet for you?',
		hours_ago: 6.6,
		replies: [{ by: 'zainab_scents', text: 'My aunty in Fagge. I will connect you two.', hours_ago: 6.1 }],
	},
	{
		on: ['ads', 'three-bed-yaba'],
		by: 'deji_outfitters',
		text: 'Is the road motorable when it rains?',
		hours_ago: 90,
		replies: [
			{
				by: 'eko_shortlets',
				text: 'Yes, the drainage was done last year. Come after a rain and see.',
				hours_ago: 89.3,
			},
		],
	},
	{
		on: ['ads', 'shortlet-lekki'],
		by: 'sani_leather',
		text: 'Is there space for a small van?',
		hours_ago: 3.6,
		replies: [{ by: 'eko_shortlets', text: 'Yes, one van or two cars inside the gate.', hours_ago: 3.3 }],
	},
	{
		on: ['ads', 'film-shortlet'],
		by: 'tersoo_homes',
		text: 'Do you host meetings of ten people?',
		hours_ago: 60,
		replies: [{ by: 'eko_shortlets', text: 'In the sitting room, till 6 pm, with water and Wi-Fi.', hours_ago: 59.4 }],
	},
	{
		on: ['ads', 'ankara-tops'],
		by: 'nneka_superstore',
		text: 'Fifteen staff, same print. How many days?',
		hours_ago: 100,
		replies: [{ by: 'adunni_styles', text: 'Ten days, and we bring three prints for you to choose.', hours_ago: 98.2 }],
	},
	{
		on: ['ads', 'ankara-tops'],
		by: 'kemi_closet',
		text: 'Do you sell the print by the yard too?',
		hours_ago: 80,
		replies: [{ by: 'adunni_styles', text: 'Only what is left after sewing. Ask on Mondays.', hours_ago: 77.9 }],
	},
	{
		on: ['ads', 'adire-dress'],
		by: 'glam_by_efe',
		text: 'Can it be floor length?',
		hours_ago: 7.4,
		replies: [{ by: 'adunni_styles', text: 'Yes, 5,000 more for the cloth and two extra days.', hours_ago: 5.7 }],
	},
	{
		on: ['ads', 'compact-suv'],
		by: 'folake_motors',
		text: 'Clean one. If your buyer is in Lagos, send them to me for the papers.',
		hours_ago: 14,
	},
	{
		on: ['ads', 'family-car'],
		by: 'ovie_energy',
		text: 'Will the boot take a 60-litre cylinder?',
		hours_ago: 130,
		replies: [{ by: 'folake_motors', text: 'It will. The spare tyre moves up.', hours_ago: 128 }],
	},
	{
		on: ['ads', 'red-heels'],
		by: 'yagana_luxury',
		text: 'Is there a size 43 in black?',
		hours_ago: 20,
		replies: [
			{
				by: 'kemi_closet',
				text: 'Only 42, but it runs big. I can send you the measurement of the sole.',
				hours_ago: 18.5,
			},
		],
	},
	{
		on: ['ads', 'couple-watches'],
		by: 'bello_phones',
		text: 'Do they come with a guarantee?',
		hours_ago: 110,
		replies: [
			{ by: 'yagana_luxury', text: 'One year for the movement. The battery is on us the first time.', hours_ago: 107 },
		],
	},
	{
		on: ['ads', 'site-boots'],
		by: 'ovie_energy',
		text: 'Do you have steel toe?',
		hours_ago: 140,
		replies: [{ by: 'sani_leather', text: 'In two weeks. I can write you down for ten pairs.', hours_ago: 136 }],
	},
	{
		on: ['ads', 'bed-frame'],
		by: 'lagoon_getaways',
		text: 'Can you make it without the headboard?',
		hours_ago: 300,
		replies: [{ by: 'ola_interiors', text: 'Yes, 25,000 less. Send the size of your wall.', hours_ago: 297 }],
	},
	{
		on: ['posts', 'pepper-came-down'],
		by: 'adunni_styles',
		text: 'Thank you for telling us. I blended six bottles today.',
		hours_ago: 1.2,
	},
	{
		on: ['posts', 'battery-health'],
		by: 'ugo_sports',
		text: 'Where is that page on Android?',
		hours_ago: 3.6,
		replies: [
			{
				by: 'chidi_gadgets',
				text: 'Settings, Battery, Battery information. Some brands hide it, then bring it to us.',
				hours_ago: 3.3,
			},
		],
	},
	{
		on: ['posts', 'aba-made'],
		by: 'danjuma_menswear',
		text: 'I send every customer to you. They come back with two pairs.',
		hours_ago: 4.4,
	},
	{
		on: ['posts', 'fees-upfront'],
		by: 'eko_shortlets',
		text: 'Say it louder. We lose good guests who were burned by one bad agent.',
		hours_ago: 6.1,
	},
	{
		on: ['posts', 'kitten-named'],
		by: 'little_steps_ng',
		text: 'Suya! Send a picture when she is grown.',
		hours_ago: 100,
		replies: [{ by: 'plateau_pets', text: 'She already sleeps on the laptop. Picture is coming.', hours_ago: 96 }],
	},
	{
		on: ['posts', 'jersey-names'],
		by: 'tola_sounds',
		text: 'Okechuku, man of the match.',
		hours_ago: 11.8,
	},
	{
		on: ['posts', 'talk-pay-on-delivery'],
		by: 'little_steps_ng',
		text: 'Only for those who bought before. New customers pay half, and nobody has refused yet.',
		hours_ago: 4.6,
		replies: [
			{ by: 'mama_risi_stores', text: 'Half is fair. Do you send a receipt for it at once?', hours_ago: 4.1 },
			{ by: 'little_steps_ng', text: 'Always, with the date we will deliver. It calms people.', hours_ago: 3.7 },
		],
	},
	{
		on: ['posts', 'talk-pay-on-delivery'],
		by: 'nnamdi_footwear',
		text: 'For waybill I stopped it completely. Inside Aba I still do it, the boys know every house.',
		hours_ago: 3.2,
	},
	{
		on: ['posts', 'talk-fake-alerts'],
		by: 'mama_risi_stores',
		text: 'I call my balance with the short code while they are standing there. It takes ten seconds.',
		hours_ago: 12.6,
	},
	{
		on: ['posts', 'talk-fake-alerts'],
		by: 'osas_gold_time',
		text: 'For gold we have one rule more: above two hundred thousand, the manager must see the money too.',
		hours_ago: 11.2,
		replies: [{ by: 'chidi_gadgets', text: 'We are copying this one from today.', hours_ago: 10.8 }],
	},
	{
		on: ['posts', 'talk-photo-light'],
		by: 'bisi_intimates',
		text: 'The second white sheet! I was using my ring light and everything looked yellow.',
		hours_ago: 24,
	},
	{
		on: ['posts', 'talk-waybill'],
		by: 'zainab_scents',
		text: 'Number five from us: wrap bottles in two nylons. If one breaks, only one parcel smells.',
		hours_ago: 40,
	},
	{
		on: ['posts', 'talk-land-documents'],
		by: 'tamuno_autos',
		text: 'Question 5 saved my cousin. The plot they showed him on video was another person’s compound.',
		hours_ago: 15.3,
	},
	{
		on: ['posts', 'talk-first-car'],
		by: 'ugo_sports',
		text: 'A 2004 hatchback with one working window. I would buy it again tomorrow.',
		hours_ago: 60,
	},
	{
		on: ['posts', 'talk-cng-questions'],
		by: 'chidi_gadgets',
		text: 'How far does one filling take a small car?',
		hours_ago: 52,
		replies: [
			{
				by: 'arewa_cng',
				text: 'About 150 kilometres in town with a 60-litre cylinder, then it switches to petrol by itself.',
				hours_ago: 49,
			},
		],
	},
	{
		on: ['posts', 'talk-angry-customer'],
		by: 'eko_shortlets',
		text: 'A guest once shouted about a cold shower. We sent a plumber and breakfast. He has booked every Christmas since.',
		hours_ago: 21,
	},
	{
		on: ['posts', 'picture-chairs'],
		by: 'halima_homes',
		text: 'Are these ones spoken for? I have a client with a round table.',
		hours_ago: 44,
	},
	{
		on: ['posts', 'worn-once'],
		by: 'glam_by_efe',
		text: 'The lace I bought from you has been to four parties. Nobody knows.',
		hours_ago: 5.9,
		replies: [{ by: 'kemi_closet', text: 'And nobody will hear it from me.', hours_ago: 5.4 }],
	},
	{
		on: ['posts', 'talk-buying-bike'],
		by: 'tola_sounds',
		text: 'Number three! My rider learned it in the rain.',
		hours_ago: 20.2,
	},
];
