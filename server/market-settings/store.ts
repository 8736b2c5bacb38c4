import type { Db, Tx } from '../database/index.ts';
import type { MarketSettingsRow, MarketSettingsTables } from './tables.ts';

const on = (db: Db) => db.tables<MarketSettingsTables>();

export async function findMarketSettings(db: Db): Promise<MarketSettingsRow> {
	return on(db).selectFrom('market_settings').selectAll().executeTakeFirstOrThrow();
}

/** Changes the settings if they still have this version. Otherwise returns null. */
export async function updateMarketSettings(
	tx: Tx,
	version: number,
	change: Partial<Omit<MarketSettingsRow, 'version'>>,
): Promise<MarketSettingsRow | null> {
	const row = await on(tx)
		.updateTable('market_settings')
		.set({ ...change, version: version + 1 })
		.where('version', '=', version)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}
