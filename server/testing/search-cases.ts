/** A search, and a title that it finds or does not find, on both engines, in all indexes and in saved searches. */
export interface SearchCase {
	search: string;
	title: string;
	isFound: boolean;
}

/** Spellings of which each finds all others. */
const sameWords: string[][] = [
	[
		'Samsung',
		'Sam\u200Bsung',
		'Sam\u00ADsung',
		'Sam\u2060sung',
		'SAM\uFEFFSUNG',
		'Ｓａｍｓｕｎｇ',
		'Sa\u034Fmsung',
		'𝐒amsung',
	],
	[
		"Women's shoes",
		'Women’s shoes',
		'Womenʼs shoes',
		'Womenʻs shoes',
		'Women`s shoes',
		'Women´s shoes',
		'Womens shoes',
	],
	["ɗan'uwa", 'ɗanʼuwa', 'Dan’uwa', 'danuwa', 'ƊANUWA'],
	['Ƙarfe ƴan ɓaure', 'karfe yan baure', 'ƘARFE ƳAN ƁAURE'],
	['Ǝdo cloth', 'ǝdo cloth', 'edo cloth'],
	['Ɔfɛ bowl', 'ɔfɛ bowl', 'ofe bowl', 'OFE Bowl'],
	['Şık kılıf đa', 'sik kilif da'],
	['Ọ̀yọ́ ẹ̀wà', 'Oyo ewa', 'Ọ̀yọ́ ẹ̀wà'.normalize('NFD')],
	[
		'iPhone 12',
		'iphone12',
		'iPhone-12',
		'IPHONE–12',
		'iphone  12',
		'iPhone ١٢',
		'iPhone ۱۲',
		'iPhone १२',
		'iphone１２',
	],
	['iPhone 12 Pro', 'iphone12 pro', 'iphone12pro', 'iphone 12pro', 'iPhone-12-Pro'],
	['128 GB', '128gb', '128-GB', '१२८GB'],
	['Wi-Fi', 'wifi', 'WiFi', 'wi‑fi', 'Wi Fi', 'wi  fi'],
	['Wi-Fi 6', 'wifi6', 'wi fi 6', 'WI FI6', 'wifi-6'],
	['T-shirt', 'tshirt', 'T‐SHIRT', 't shirt'],
	['I phone 12', 'iphone 12', 'iPhone12', 'i phone12', 'i-phone 12'],
	['2-in-1', '2in1'],
];

/** Searches that find a title, but not the other way round. */
const foundBy: [search: string, title: string][] = [
	['power bank', 'Powerbank 20000'],
	['new power bank', 'New powerbank'],
	['play station 5 slim', 'PlayStation5 Slim'],
	['i phone 12 pro max', 'iPhone12ProMax'],
	['hi fi', 'Hi-Fi set'],
	['hand-made', 'Hand made bag'],
	['12 pro max', 'iPhone12 Pro Max'],
	['iphone', 'iPhone12'],
	['12', 'iPhone12'],
	['iphone 1', 'iphone 1 and 2'],
	['a52', 'Samsung A52'],
	['1.5litre', 'Bottle of 1.5 litre'],
];

const notFoundBy: [search: string, title: string][] = [
	['a52', 'A chair, 52 cm'],
	['iphone12', 'iPhone 13, 12 months old'],
	['wi-fi', 'Wide hall'],
	['wi fi', 'Wide hall'],
	['power bank', 'Power of a river'],
	['power bank', 'Powerbanker'],
	['new power bank', 'Old powerbank'],
	['able', 'A belt'],
	['redgown', 'Red gown'],
	['size42', 'Size 43'],
];

export const searchCases: SearchCase[] = [
	...sameWords.flatMap((spellings) =>
		spellings.flatMap((search) => spellings.map((title) => ({ search, title, isFound: true }))),
	),
	...foundBy.map(([search, title]) => ({ search, title, isFound: true })),
	...notFoundBy.map(([search, title]) => ({ search, title, isFound: false })),
];
