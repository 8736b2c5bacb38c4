/** Days are whole UTC days since 1970. */
export interface InsightTables {
	item_days: {
		owner_id: number;
		/** Either `ad_id` or `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		day: number;
		views: number;
		contacts: number;
	};
	/** Which browser saw what, as a hash that changes daily. */
	seen_today: { day: number; hash: string };
	page_days: { day: number; route: string; path: string; views: number };
	/** Visits with a value of at most `up_to` and above the previous step. */
	vital_days: { day: number; route: string; name: string; up_to: number; visits: number };
}
