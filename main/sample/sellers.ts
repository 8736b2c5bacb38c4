export interface SampleSeller {
	user_name: string;
	display_name: string;
	bio: string;
	place: string;
	/** WhatsApp number from a block of unassigned numbers: international digits without the plus. */
	whatsapp: string;
}

/** The sellers of the sample content. All are fictional. */
export const sampleSellers = [
	{
		user_name: 'mama_risi_stores',
		display_name: 'Mama Risi Stores',
		bio: 'Foodstuff at market price, cleaned and packed. Bodija, Ibadan. We deliver within town every evening.',
		place: 'Bodija, Ibadan',
		whatsapp: '2348000000101',
	},
	{
		user_name: 'chidi_gadgets',
		display_name: 'Chidi Gadgets Hub',
		bio: 'New and UK-used phones, laptops and accessories. Test before you pay. 30 days shop warranty.',
		place: 'Ikeja, Lagos',
		whatsapp: '2348000000102',
	},
	{
		user_name: 'zainab_scents',
		display_name: 'Zainab Scents',
		bio: 'Oud, oil perfumes and turaren wuta, mixed in Kano. Long-lasting, never harsh.',
		place: 'Kano',
		whatsapp: '2348000000103',
	},
	{
		user_name: 'adunni_styles',
		display_name: 'Adunni Styles',
		bio: 'Adire, Ankara and ready-to-wear made in Abeokuta. We sew to your measurement in 7 days.',
		place: 'Abeokuta',
		whatsapp: '2348000000104',
	},
	{
		user_name: 'nnamdi_footwear',
		display_name: 'Nnamdi Footwear Aba',
		bio: 'Handmade shoes, sandals and bags from Ariaria. Wholesale and retail, waybill nationwide.',
		place: 'Aba',
		whatsapp: '2348000000105',
	},
	{
		user_name: 'tamuno_autos',
		display_name: 'Tamuno Autos',
		bio: 'Clean cars, bikes and upgrades in Port Harcourt. Full papers, bring your mechanic.',
		place: 'Port Harcourt',
		whatsapp: '2348000000106',
	},
	{
		user_name: 'halima_homes',
		display_name: 'Halima Homes',
		bio: 'Houses, land and apartments in Abuja. Every document can be verified before payment.',
		place: 'Abuja',
		whatsapp: '2348000000107',
	},
	{
		user_name: 'obinna_woodworks',
		display_name: 'Obinna Woodworks',
		bio: 'Solid furniture from our own workshop in Enugu. Seasoned wood, honest finishing.',
		place: 'Enugu',
		whatsapp: '2348000000108',
	},
	{
		user_name: 'osas_gold_time',
		display_name: 'Osas Gold & Time',
		bio: 'Watches and jewelry in Benin City since 2014. Free battery for life on every watch.',
		place: 'Benin City',
		whatsapp: '2348000000109',
	},
	{
		user_name: 'plateau_pets',
		display_name: 'Plateau Pets',
		bio: 'Food, beds and care for dogs, cats and birds. Nanret and team, Rayfield, Jos.',
		place: 'Jos',
		whatsapp: '2348000000110',
	},
	{
		user_name: 'arewa_cng',
		display_name: 'Arewa CNG Services',
		bio: 'CNG conversion, cylinders and storage for homes, shops and fleets. Certified technicians.',
		place: 'Kaduna',
		whatsapp: '2348000000111',
	},
	{
		user_name: 'ime_glow',
		display_name: 'Ime Glow',
		bio: 'Gentle skincare with shea, honey and black soap. Small batches, made in Uyo.',
		place: 'Uyo',
		whatsapp: '2348000000112',
	},
	{
		user_name: 'little_steps_ng',
		display_name: 'Little Steps Kiddies',
		bio: 'Soft cotton for babies and children, 0 to 8 years. Exchange within 3 days, tag on.',
		place: 'Surulere, Lagos',
		whatsapp: '2348000000113',
	},
	{
		user_name: 'eko_shortlets',
		display_name: 'Eko Shortlets',
		bio: 'Clean short stays with steady power in Lagos. Tobi and Kemi answer till 10 pm.',
		place: 'Lekki, Lagos',
		whatsapp: '2348000000114',
	},
	{
		user_name: 'ugo_sports',
		display_name: 'Ugo Sports & Fitness',
		bio: 'Jerseys, boots and gym wear for teams and for you. Printing of names and numbers in a day.',
		place: 'Owerri',
		whatsapp: '2348000000115',
	},
	{
		user_name: 'tola_sounds',
		display_name: 'Tola Events & Sounds',
		bio: 'Sound, lights, games and drums for parties in Ibadan and around. We come early.',
		place: 'Ibadan',
		whatsapp: '2348000000116',
	},
	{
		user_name: 'bisi_intimates',
		display_name: 'Bisi Intimates',
		bio: 'Comfortable lingerie and swimwear in real sizes, up to 3XL. Plain packaging always.',
		place: 'Yaba, Lagos',
		whatsapp: '2348000000117',
	},
	{
		user_name: 'danjuma_menswear',
		display_name: 'Danjuma Menswear',
		bio: 'Kaftans, shirts and suits for the man who keeps it simple. Wuse Market, Abuja.',
		place: 'Wuse, Abuja',
		whatsapp: '2348000000118',
	},
] as const satisfies readonly SampleSeller[];

export type SampleSellerName = (typeof sampleSellers)[number]['user_name'];
