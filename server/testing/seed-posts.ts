import type { PostKind } from '../../contract/posts/posts.ts';
import { addPost } from '../posts/index.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

export interface PostSeed {
	kind?: PostKind;
	text?: string;
	/** Creation time of the post in milliseconds since 1970. */
	at?: number;
}

/** Inserts a post without pictures. Returns the id of the post. */
export function seedPost(server: TestServer, author: TestPerson, post: PostSeed = {}): Promise<number> {
	const { kind = 'tweet', text = 'Fresh stock on Friday.', at = Date.UTC(2026, 0, 1) } = post;
	return server.db.transaction(async (tx) => {
		const row = await addPost(tx, author.session.id, { kind, text }, [], { at });
		return row.id;
	});
}

/** Hides an ad, as an administrator's takedown does. */
export async function hideAd(server: TestServer, id: number): Promise<void> {
	await server.db
		.tables<{ ads: { id: number; hidden_at: number | null } }>()
		.updateTable('ads')
		.set({ hidden_at: 1 })
		.where('id', '=', id)
		.execute();
}
