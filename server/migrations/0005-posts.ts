import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const posts: Migration = {
	name: '0005-posts',
	async up({ db, int, idType, id }) {
		await db.schema
			.createTable('posts')
			.addColumn('id', idType, id)
			.addColumn('author_id', int, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('text', 'text', (c) => c.notNull())
			.addColumn('category', 'text')
			.addColumn('edited_at', int)
			.addColumn('deleted_at', int)
			.addColumn('hidden_at', int)
			.addColumn('visible', int, (c) => c.notNull())
			.addColumn('score', int, (c) => c.notNull())
			.addColumn('likes', int, (c) => c.notNull().defaultTo(0))
			.addColumn('comments', int, (c) => c.notNull().defaultTo(0))
			.addColumn('views', int, (c) => c.notNull().defaultTo(0))
			.addColumn('created_at', int, (c) => c.notNull())
			.execute();

		// One index walk for each order a list has; only what may be seen stands in the public ones.
		await sql`create index posts_newest on posts (id desc) where visible = 1`.execute(db);
		await sql`create index posts_newest_kind on posts (kind, id desc) where visible = 1`.execute(db);
		await sql`create index posts_trending_kind on posts (kind, score desc, id desc) where visible = 1`.execute(db);
		await sql`create index posts_author_shown on posts (author_id, id desc) where visible = 1`.execute(db);
		await sql`create index posts_author on posts (author_id, id desc) where deleted_at is null`.execute(db);
		await sql`create index posts_author_kind on posts (author_id, kind, id desc) where deleted_at is null`.execute(db);
		await sql`create index posts_deleted on posts (deleted_at) where deleted_at is not null`.execute(db);

		await db.schema
			.createTable('post_media')
			.addColumn('post_id', int, (c) => c.notNull().references('posts.id').onDelete('cascade'))
			.addColumn('position', int, (c) => c.notNull())
			.addColumn('media_id', int, (c) => c.notNull().unique().references('media.id'))
			.addPrimaryKeyConstraint('post_media_pk', ['post_id', 'position'])
			.execute();
	},
};
