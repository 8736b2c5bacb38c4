/** Maximum lengths of the settings of the market, in UTF-16 code units. */
export const settingLimits = {
	name: { max: 30 },
	tagline: { max: 80 },
	slug: { min: 2, max: 30 },
	address: { max: 200 },
	document: { max: 50_000 },
} as const;

const range = (min: number, max: number) => ({ min, max });

/** Ranges of the limits that the operator may change. A limit of 0 allows none. */
export const marketLimitRanges = {
	posting: {
		unverified: {
			ads: range(0, 100),
			posts: range(0, 300),
			comments: range(0, 1000),
			contacts: range(0, 300),
			reviews: range(0, 50),
			reports: range(0, 20),
		},
		verified: {
			ads: range(1, 200),
			posts: range(1, 600),
			comments: range(1, 2000),
			contacts: range(1, 600),
			reviews: range(1, 100),
			reports: range(1, 50),
		},
		older: {
			ads: range(1, 1000),
			posts: range(1, 3000),
			comments: range(1, 10_000),
			contacts: range(1, 3000),
			reviews: range(1, 500),
			reports: range(1, 300),
		},
	},
	uploads: range(50, 5000),
	sign_ups: range(10, 5000),
	phone_codes: range(0, 100_000),
} as const;
