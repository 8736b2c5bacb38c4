import type { Migration } from '../database/index.ts';

/** Products that a seller pins to a video, and the daily number of taps on them. */
export const pinnedProducts: Migration = {
	name: '0041-pinned-products',
	async up({ db, int }) {
		await db.schema
			.createTable('pinned_products')
			.addColumn('video_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addColumn('position', int, (c) => c.notNull())
			.addColumn('product_id', int, (c) => c.notNull().references('ads.id').onDelete('cascade'))
			.addPrimaryKeyConstraint('pinned_products_pk', ['video_id', 'position'])
			.execute();
		await db.schema
			.createIndex('pinned_products_product')
			.on('pinned_products')
			.columns(['product_id', 'video_id'])
			.unique()
			.execute();
		await db.schema
			.alterTable('item_days')
			.addColumn('product_taps', int, (c) => c.notNull().defaultTo(0))
			.execute();
	},
};
