import type { SampleSellerName } from './sellers.ts';

export const sampleFollows: Readonly<Partial<Record<SampleSellerName, readonly SampleSellerName[]>>> = {
	mama_risi_stores: ['tola_sounds', 'adunni_styles', 'ime_glow', 'nnamdi_footwear'],
	chidi_gadgets: ['tamuno_autos', 'danjuma_menswear', 'eko_shortlets', 'nnamdi_footwear'],
	zainab_scents: ['arewa_cng', 'danjuma_menswear', 'ime_glow', 'adunni_styles', 'chidi_gadgets'],
	adunni_styles: ['nnamdi_footwear', 'osas_gold_time', 'bisi_intimates', 'zainab_scents', 'mama_risi_stores'],
	nnamdi_footwear: ['adunni_styles', 'danjuma_menswear', 'ugo_sports', 'chidi_gadgets'],
	tamuno_autos: ['arewa_cng', 'chidi_gadgets', 'halima_homes'],
	halima_homes: ['obinna_woodworks', 'eko_shortlets', 'chidi_gadgets', 'zainab_scents'],
	obinna_woodworks: ['halima_homes', 'nnamdi_footwear', 'mama_risi_stores'],
	osas_gold_time: ['adunni_styles', 'bisi_intimates', 'chidi_gadgets', 'zainab_scents'],
	plateau_pets: ['mama_risi_stores', 'little_steps_ng', 'ime_glow'],
	arewa_cng: ['tamuno_autos', 'chidi_gadgets', 'halima_homes'],
	ime_glow: ['zainab_scents', 'bisi_intimates', 'mama_risi_stores', 'adunni_styles'],
	little_steps_ng: ['bisi_intimates', 'mama_risi_stores', 'adunni_styles', 'chidi_gadgets'],
	eko_shortlets: ['halima_homes', 'tola_sounds', 'obinna_woodworks', 'chidi_gadgets', 'mama_risi_stores'],
	ugo_sports: ['nnamdi_footwear', 'danjuma_menswear', 'chidi_gadgets'],
	tola_sounds: ['mama_risi_stores', 'adunni_styles', 'ugo_sports'],
	bisi_intimates: ['ime_glow', 'adunni_styles', 'zainab_scents', 'little_steps_ng', 'nnamdi_footwear'],
	danjuma_menswear: ['nnamdi_footwear', 'osas_gold_time', 'zainab_scents', 'halima_homes'],
};
