/** `day` is the number of UTC days since 1970. */
export interface InsightTables {
	item_days: {
		owner_id: number;
		/** Exactly one of `ad_id` and `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		day: number;
		views: number;
		contacts: number;
	};
	/** Hashes of counted views and contact taps. A browser's hash of an item changes daily. */
	seen_today: { day: number; hash: string };
	page_days: { day: number; route: string; path: string; views: number };
	/** Numbers of visits per histogram step. `up_to` is the upper bound of the step. */
	vital_days: { day: number; route: string; name: string; up_to: number; visits: number };
}
