import type { Selectable } from 'kysely';

export interface MarketSettingsTables {
	/** Has exactly one row. */
	market_settings: {
		/** Number of changes so far. */
		version: number;
		/** Values that differ from the defaults, as JSON. */
		changed: string;
		/** Logo as a PNG in base64; null for the built-in one. */
		logo: string | null;
		terms_changed_at: number | null;
		privacy_changed_at: number | null;
		updated_at: number | null;
	};
}

export type MarketSettingsRow = Selectable<MarketSettingsTables['market_settings']>;
