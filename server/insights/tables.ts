/** Days are whole UTC days since 1970. */
export interface InsightTables {
	item_days: {
		owner_id: number;
		/** One of the two is set. */
		ad_id: number | null;
		post_id: number | null;
		day: number;
		views: number;
		contacts: number;
	};
	/** Which browser has looked at what, as nothing but a hash that ends with the day. */
	seen_today: { day: number; hash: string };
	page_days: { day: number; route: string; path: string; views: number };
	/** Visits whose value was at most `up_to`, and above the step before it. */
	vital_days: { day: number; route: string; name: string; up_to: number; visits: number };
}
