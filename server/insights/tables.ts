/** `day` is the number of UTC days since 1970. */
export interface InsightTables {
	item_days: {
		owner_id: number;
		/** Exactly one of `ad_id` and `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		day: number;
		views: number;
		/** WhatsApp chats, including those with an offer. */
		contacts: number;
		offers: number;
		calls: number;
		/** Taps on the products of a video. */
		product_taps: number;
	};
	/** Number of plays of a video ad that watched a part. `part` is 0 to 19, and every play counts for part 0. */
	part_plays: { ad_id: number; part: number; plays: number };
	/** Hashes of recent views, contacts, offers, calls and plays, by which repeats are recognized. A browser's hash of an item changes daily. */
	seen_today: { day: number; hash: string };
	page_days: { day: number; route: string; path: string; views: number };
	/** Histograms of web vitals. `visits` counts the visits whose value is in the step with the upper bound `up_to`. */
	vital_days: { day: number; route: string; name: string; up_to: number; visits: number };
}
