import type { SampleSellerName } from '../main/sample/sellers.ts';

/** Logo of a sample seller: its background colour, and SVG shapes in a square of 100 units. Avatars are shown as circles. */
interface Logo {
	ground: string;
	shapes: string;
}

/** Draws a bold initial in the middle of the logo. */
function initial(letter: string, fill: string, { size = 52, x = 50, y = 68, family = 'DejaVu Serif' } = {}): string {
	return `<text x="${x}" y="${y}" font-family="${family}" font-weight="bold" font-size="${size}" text-anchor="middle" fill="${fill}">${letter}</text>`;
}

/** Repeats a shape around the centre. */
function around(count: number, shape: string, start = 0): string {
	return Array.from(
		{ length: count },
		(_, index) => `<g transform="rotate(${start + (360 / count) * index} 50 50)">${shape}</g>`,
	).join('');
}

const stroke = (colour: string, width: number) =>
	`fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

const logos: Record<SampleSellerName, Logo> = {
	mama_risi_stores: {
		ground: '#F4C34F',
		shapes: `<circle cx="38" cy="43" r="11" fill="#C5311F"/><circle cx="62" cy="43" r="11" fill="#C5311F"/><circle cx="50" cy="37" r="12" fill="#DB4330"/>
			<path d="M50 27 l-5 -5 M50 27 l5 -5 M50 27 v-7" ${stroke('#2F6B34', 3)}/><path d="M22 46 h56 l-7 28 a6 6 0 0 1 -6 5 h-30 a6 6 0 0 1 -6 -5 z" fill="#7A4A21"/>
			<path d="M27 55 h46 M29 63 h42 M31 71 h38 M40 47 l3 31 M60 47 l-3 31 M50 47 v31" ${stroke('#A8703A', 2.2)}/>`,
	},
	chidi_gadgets: {
		ground: '#10233F',
		shapes: `<rect x="32" y="18" width="36" height="64" rx="7" fill="#F5F8FC"/><rect x="36" y="25" width="28" height="46" rx="2" fill="#10233F"/><circle cx="50" cy="76.5" r="2.5" fill="#10233F"/>
			<path d="M57 41 a10 10 0 1 0 0 14" ${stroke('#3FD0C9', 5)}/>`,
	},
	zainab_scents: {
		ground: '#3B1338',
		shapes: `<path d="M44 22 h12 v9 h-12 z" fill="#E9C46A"/><path d="M41 31 h18 v5 c11 4 16 12 16 21 c0 13 -11 22 -25 22 s-25 -9 -25 -22 c0 -9 5 -17 16 -21 z" ${stroke('#E9C46A', 3.2)}/>
			<path d="M30 60 c10 -6 30 6 40 -1 c-1 10 -9 16 -20 16 s-19 -6 -20 -15 z" fill="#E9C46A"/>`,
	},
	adunni_styles: {
		ground: '#1C2C6B',
		shapes: `${around(8, '<circle cx="50" cy="20" r="5.5" fill="#DCE5FF"/><circle cx="50" cy="20" r="2" fill="#1C2C6B"/>')}<circle cx="50" cy="50" r="20" ${stroke('#DCE5FF', 2.5)} stroke-dasharray="1 5.3"/>
			<circle cx="50" cy="50" r="15.5" fill="#DCE5FF"/><circle cx="50" cy="50" r="10" fill="#1C2C6B"/><circle cx="50" cy="50" r="4.5" fill="#DCE5FF"/>`,
	},
	nnamdi_footwear: {
		ground: '#E9D8BF',
		shapes: `<path d="M20 62 c0 -9 1 -20 3 -26 c5 5 12 5 17 1 c5 9 11 14 22 17 c10 3 17 6 18 13 z" fill="#5A2D14"/><path d="M18 67 h63 v5 a4 4 0 0 1 -4 4 h-39 l-3 -4 h-8 l-2 4 h-4 a3 3 0 0 1 -3 -3 z" fill="#2A160B"/>
			<path d="M25 58 c14 1 20 1 30 5" ${stroke('#E9D8BF', 1.8)} stroke-dasharray="3 3.5"/><path d="M43 45 l6 -5 M48 50 l6 -5" ${stroke('#E9D8BF', 2.2)}/>`,
	},
	tamuno_autos: {
		ground: '#1B1D21',
		shapes: `<path d="M24 66 a30 30 0 1 1 52 0" ${stroke('#F2F2F2', 6)}/><path d="M63 31 a30 30 0 0 1 13 35" ${stroke('#E63B2E', 6)}/><path d="M50 52 L66 38" ${stroke('#E63B2E', 4.5)}/><circle cx="50" cy="52" r="6" fill="#F2F2F2"/>
			<path d="M38 76 h24" ${stroke('#F2F2F2', 5)}/>`,
	},
	halima_homes: {
		ground: '#0E5A44',
		shapes: `<path d="M20 50 L50 24 L80 50" ${stroke('#F6EBD0', 6)}/><path d="M29 49 v28 h42 v-28 l-21 -18 z" fill="#F6EBD0"/><path d="M42 77 v-14 a8 8 0 0 1 16 0 v14 z" fill="#0E5A44"/><circle cx="50" cy="46" r="4" fill="#D9A441"/>`,
	},
	obinna_woodworks: {
		ground: '#4A2A14',
		shapes: `<circle cx="50" cy="50" r="32" fill="#D9A86C"/><g ${stroke('#8A5527', 2.6)}><circle cx="50" cy="50" r="30.5"/><path d="M50 27 c14 0 22 10 22 22 s-9 23 -22 23 s-21 -11 -21 -23 s8 -22 21 -22 z"/><path d="M50 35 c9 0 14 7 14 14 s-6 15 -14 15 s-13 -7 -13 -15 s5 -14 13 -14 z"/><path d="M51 43 c4 0 6 3 6 6 s-3 7 -7 7 s-6 -4 -6 -7 s3 -6 7 -6 z"/></g>
			<path d="M52 49 L80 38" ${stroke('#4A2A14', 3.2)}/>`,
	},
	osas_gold_time: {
		ground: '#0F2A22',
		shapes: `<path d="M41 14 h18 l3 14 h-24 z M38 72 h24 l-3 14 h-18 z" fill="#B98B2F"/><circle cx="50" cy="50" r="27" fill="#E6BE5A"/><circle cx="50" cy="50" r="21.5" fill="#0F2A22"/>
			${around(12, '<path d="M50 31.5 v3.5" stroke="#E6BE5A" stroke-width="2"/>')}<path d="M50 37 v13 l9 6" ${stroke('#F8E7B8', 3.4)}/>`,
	},
	plateau_pets: {
		ground: '#1F8A84',
		shapes: `<path d="M50 47 c11 0 21 12 21 21 c0 7 -6 10 -12 8 c-6 -2 -12 -2 -18 0 c-6 2 -12 -1 -12 -8 c0 -9 10 -21 21 -21 z" fill="#FDF6E9"/><ellipse cx="29" cy="46" rx="7" ry="10" transform="rotate(-22 29 46)" fill="#FDF6E9"/>
			<ellipse cx="42" cy="31" rx="7" ry="11" transform="rotate(-6 42 31)" fill="#FDF6E9"/><ellipse cx="58" cy="31" rx="7" ry="11" transform="rotate(6 58 31)" fill="#FDF6E9"/><ellipse cx="71" cy="46" rx="7" ry="10" transform="rotate(22 71 46)" fill="#FDF6E9"/>`,
	},
	arewa_cng: {
		ground: '#F3F7EE',
		shapes: `<g ${stroke('#1E7A3C', 6)}><rect x="30" y="30" width="40" height="40" transform="rotate(45 50 50)"/><rect x="30" y="30" width="40" height="40"/></g>
			<path d="M50 33 c9 10 13 16 13 22 a13 13 0 0 1 -26 0 c0 -4 2 -8 5 -11 c1 4 3 6 5 6 c4 -5 4 -11 3 -17 z" fill="#F3F7EE"/><path d="M50 38 c7 8 10 13 10 18 a10 10 0 0 1 -20 0 c0 -3 1 -6 3 -8 c1 3 3 5 5 4 c3 -4 3 -9 2 -14 z" fill="#E8892B"/>`,
	},
	ime_glow: {
		ground: '#F7DCD3',
		shapes: `<path d="M50 18 c16 20 23 31 23 41 a23 23 0 0 1 -46 0 c0 -10 7 -21 23 -41 z" fill="#B5533C"/><path d="M50 72 c-10 -6 -12 -18 0 -32 c12 14 10 26 0 32 z" fill="#F7DCD3"/><path d="M50 71 v-19" ${stroke('#B5533C', 2.4)}/>`,
	},
	little_steps_ng: {
		ground: '#BFE3F5',
		shapes: `<g fill="#245B8F"><g transform="rotate(-14 36 54)"><path d="M36 42 c8 0 10 7 9 14 c-1 6 1 9 0 14 c-1 6 -6 9 -10 8 c-6 -1 -8 -7 -7 -13 c0 -4 -2 -7 -2 -12 c0 -7 4 -11 10 -11 z"/><circle cx="27" cy="38" r="4.2"/><circle cx="34.5" cy="35" r="3.7"/><circle cx="41" cy="35.5" r="3.2"/><circle cx="46.5" cy="39" r="2.8"/></g>
			<g transform="translate(27 -15) rotate(12 40 54)" fill="#E4704F"><path d="M40 42 c-8 0 -10 7 -9 14 c1 6 -1 9 0 14 c1 6 6 9 10 8 c6 -1 8 -7 7 -13 c0 -4 2 -7 2 -12 c0 -7 -4 -11 -10 -11 z"/><circle cx="49" cy="38" r="4.2"/><circle cx="41.5" cy="35" r="3.7"/><circle cx="35" cy="35.5" r="3.2"/><circle cx="29.5" cy="39" r="2.8"/></g></g>`,
	},
	eko_shortlets: {
		ground: '#182848',
		shapes: `<path d="M70 22 a13 13 0 1 0 8 19 a11 11 0 0 1 -8 -19 z" fill="#F3D27A"/><path d="M24 80 v-38 h20 v38 z M46 80 v-52 h16 v52 z M64 80 v-26 h14 v26 z" fill="#F4F1EA"/>
			<g fill="#182848"><path d="M29 48 h4 v5 h-4 z M36 48 h4 v5 h-4 z M29 58 h4 v5 h-4 z M50 34 h3 v5 h-3 z M56 34 h3 v5 h-3 z M50 44 h3 v5 h-3 z M50 64 h3 v5 h-3 z M56 64 h3 v5 h-3 z M69 60 h4 v5 h-4 z"/></g><path d="M36 58 h4 v5 h-4 z M56 44 h3 v5 h-3 z M50 54 h3 v5 h-3 z M56 54 h3 v5 h-3 z M69 69 h4 v5 h-4 z" fill="#F0A830"/>`,
	},
	ugo_sports: {
		ground: '#D8452B',
		shapes: `<path d="M50 70 L16 34 c12 3 19 6 25 11 l9 10 l9 -10 c6 -5 13 -8 25 -11 z" fill="#FFF3E2"/><path d="M50 79 L28 57 M50 79 L72 57" ${stroke('#FFF3E2', 5)}/><circle cx="50" cy="37" r="7" fill="#F7B733"/>`,
	},
	tola_sounds: {
		ground: '#4B2A86',
		shapes: `<g fill="#FFD45E"><rect x="18" y="44" width="7" height="12" rx="3.5"/><rect x="30" y="34" width="7" height="32" rx="3.5"/><rect x="42" y="22" width="7" height="56" rx="3.5"/></g><g fill="#F7F2FF"><rect x="54" y="30" width="7" height="40" rx="3.5"/><rect x="66" y="38" width="7" height="24" rx="3.5"/><rect x="78" y="45" width="7" height="10" rx="3.5"/></g>`,
	},
	bisi_intimates: {
		ground: '#F9D9E1',
		shapes: `<path d="M50 44 C36 24 18 28 20 44 C22 58 38 56 50 44 C62 56 78 58 80 44 C82 28 64 24 50 44 z" fill="#A8325C"/><path d="M48 47 C44 58 38 68 30 76 l11 1 l4 8 c4 -10 7 -22 7 -36 z M52 47 c4 11 10 21 18 29 l-11 1 l-4 8 c-4 -10 -7 -22 -7 -36 z" fill="#C54E78"/>
			<circle cx="50" cy="45" r="6.5" fill="#7F1F43"/>`,
	},
	danjuma_menswear: {
		ground: '#14213D',
		shapes: `<path d="M30 22 L50 40 L70 22 L82 32 L76 82 H24 L18 32 z" fill="#F3EFE6"/><path d="M30 22 L50 40 L36 50 z M70 22 L50 40 L64 50 z" fill="#D8CFBC"/><path d="M50 41 v30" ${stroke('#14213D', 2.2)}/><g fill="#B88A3B"><circle cx="50" cy="50" r="2.6"/><circle cx="50" cy="60" r="2.6"/><circle cx="50" cy="70" r="2.6"/></g>
			<path d="M41 54 v20 M59 54 v20" ${stroke('#B88A3B', 1.6)} stroke-dasharray="2 3"/>`,
	},
	bello_phones: {
		ground: '#F28C28',
		shapes: `${initial('B', '#FFFFFF', { x: 42, y: 70, size: 56, family: 'DejaVu Sans' })}<g fill="#1D3557"><rect x="62" y="58" width="5" height="12" rx="1.5"/><rect x="70" y="48" width="5" height="22" rx="1.5"/><rect x="78" y="38" width="5" height="32" rx="1.5"/></g>`,
	},
	nneka_superstore: {
		ground: '#1E9E57',
		shapes: `<path d="M22 42 h56 l-6 32 a5 5 0 0 1 -5 4 h-34 a5 5 0 0 1 -5 -4 z" fill="#FFFFFF"/><path d="M34 42 L44 22 M66 42 L56 22" ${stroke('#FFFFFF', 5)}/><path d="M50 70 c-14 -9 -14 -20 -6 -20 c3 0 5 2 6 4 c1 -2 3 -4 6 -4 c8 0 8 11 -6 20 z" fill="#E23D4E"/>`,
	},
	yagana_luxury: {
		ground: '#5C1024',
		shapes: `<path d="M32 30 h36 l14 17 l-32 35 l-32 -35 z" fill="#E8C77A"/><path d="M18 47 h64 M32 30 l9 17 l9 -17 l9 17 l9 -17 M41 47 l9 35 l9 -35" ${stroke('#5C1024', 2.4)}/>${around(1, '<path d="M50 12 v8 M46 16 h8" stroke="#E8C77A" stroke-width="2.4" stroke-linecap="round"/>')}`,
	},
	kemi_closet: {
		ground: '#DCD0F0',
		shapes: `<path d="M50 30 v-4 a5 5 0 1 0 -5 -5" ${stroke('#4A2C7A', 3.4)}/><path d="M50 30 L24 46 h52 z" ${stroke('#4A2C7A', 3.4)}/><path d="M38 46 h24 c0 8 -4 10 -4 15 c4 7 10 14 13 23 h-42 c3 -9 9 -16 13 -23 c0 -5 -4 -7 -4 -15 z" fill="#7A4CC2"/>`,
	},
	glam_by_efe: {
		ground: '#19141A',
		shapes: `<path d="M42 48 v-20 l16 -10 v30 z" fill="#E2466F"/><rect x="39" y="48" width="22" height="11" fill="#E9C9A0"/><rect x="35" y="59" width="30" height="24" rx="2" fill="#C99A5B"/><path d="M73 24 v10 M68 29 h10 M26 36 v7 M22.5 39.5 h7" ${stroke('#E9C9A0', 2.4)}/>`,
	},
	sani_leather: {
		ground: '#9C5A2B',
		shapes: `<path d="M50 16 c9 5 18 7 28 7 c2 28 -6 47 -28 61 c-22 -14 -30 -33 -28 -61 c10 0 19 -2 28 -7 z" fill="#F1E2C8"/><path d="M50 22 c8 4 15 6 23 6 c1 23 -6 38 -23 50 c-17 -12 -24 -27 -23 -50 c8 0 15 -2 23 -6 z" ${stroke('#9C5A2B', 2)} stroke-dasharray="4 3.2"/>${initial('S', '#6A3514', { size: 40, y: 63 })}`,
	},
	folake_motors: {
		ground: '#F6C21C',
		shapes: `<circle cx="50" cy="50" r="29" ${stroke('#151515', 7)}/><circle cx="50" cy="50" r="8" fill="#151515"/><path d="M23 46 C34 40 66 40 77 46 M50 56 v22" ${stroke('#151515', 7)}/>`,
	},
	ovie_energy: {
		ground: '#0B3C6F',
		shapes: `<path d="M52 14 c18 20 26 32 26 44 a27 27 0 0 1 -54 0 c0 -9 4 -17 11 -23 c1 7 4 11 8 12 c8 -9 11 -20 9 -33 z" fill="#39A9E8"/><path d="M51 46 c9 10 13 16 13 22 a13.5 13.5 0 0 1 -27 0 c0 -4 2 -8 5 -11 c1 4 3 5 5 5 c3 -4 5 -9 4 -16 z" fill="#F4FAFF"/>`,
	},
	tersoo_homes: {
		ground: '#C9741A',
		shapes: `<path d="M50 15 c16 0 27 11 27 26 c0 18 -18 32 -27 44 c-9 -12 -27 -26 -27 -44 c0 -15 11 -26 27 -26 z" fill="#FFF6E5"/><path d="M35 43 L50 30 L65 43" ${stroke('#7A3F08', 4)}/><path d="M39 42 v13 h22 v-13 l-11 -9 z" fill="#7A3F08"/><rect x="47" y="47" width="6" height="8" fill="#FFF6E5"/>`,
	},
	lagoon_getaways: {
		ground: '#18A0A8',
		shapes: `<circle cx="50" cy="44" r="17" fill="#FFD166"/><path d="M-2 56 c7 -6 14 -6 21 0 s14 6 21 0 s14 -6 21 0 s14 6 21 0 s14 -6 21 0 v44 h-105 z" fill="#0C6E7D"/><path d="M18 68 c5 -4 11 -4 16 0 s11 4 16 0 s11 -4 16 0 s11 4 16 0 M28 79 c4 -3 8 -3 11 0 s8 3 11 0 s8 -3 11 0 s8 3 11 0" ${stroke('#BFEFEF', 3.2)}/>`,
	},
	ola_interiors: {
		ground: '#A6452F',
		shapes: `<path d="M24 80 v-32 a26 26 0 0 1 52 0 v32 z" fill="#F6E3CF"/><path d="M36 62 v-12 a6 6 0 0 1 6 -6 h16 a6 6 0 0 1 6 6 v12 z" fill="#A6452F"/><path d="M30 56 a5 5 0 0 1 5 5 v5 h30 v-5 a5 5 0 0 1 10 0 v12 h-50 v-12 a5 5 0 0 1 5 -5 z" fill="#5E2114"/><path d="M33 74 v5 M67 74 v5" ${stroke('#5E2114', 3.6)}/>`,
	},
	deji_outfitters: {
		ground: '#2E3A3F',
		shapes: `${initial('D', '#F0EDE5', { y: 70, size: 58 })}<path d="M22 78 L78 22" ${stroke('#2E3A3F', 7)}/><path d="M22 78 L76 24" ${stroke('#E0A458', 3.2)}/><circle cx="77.5" cy="22.5" r="4" ${stroke('#E0A458', 2.4)}/><path d="M80 20 c10 -2 6 14 -2 12" ${stroke('#E0A458', 1.6)}/>`,
	},
};

/** Draws the logo of a sample seller as SVG. */
export function drawSampleLogo(userName: SampleSellerName): string {
	const { ground, shapes } = logos[userName];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><rect width="100" height="100" fill="${ground}"/>${shapes}</svg>`;
}
