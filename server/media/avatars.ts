import type { Me } from '../../contract/accounts.ts';
import type { Picture, Uploaded } from '../../contract/media.ts';
import { type Accounts, accountShownChanged } from '../accounts/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { Media } from './media.ts';

export type Avatars = ReturnType<typeof createAvatars>;

/** Pixels; enough for the largest avatar that is shown, on a sharp screen. */
const width = 320;

export interface AvatarsParts {
	db: Database;
	accounts: Accounts;
	events: Events;
	media: Media;
}

export function createAvatars({ db, events, accounts, media }: AvatarsParts) {
	events.on(accountShownChanged, async (tx, { accountId, shown }) => {
		const id = await accounts.avatarOf(tx, accountId);
		if (id !== null) await media.setAccess(tx, [id], shown ? 'public' : 'private');
	});

	return {
		/** Makes an uploaded picture the avatar, or goes back to none; the one before is removed. Throws as `attach` does. */
		set: (actor: Actor, file: Uploaded | null): Promise<Me> =>
			db.transaction(async (tx) => {
				const [attached] = file ? await media.attach(tx, actor, 'image', [file], 'secure_url') : [];
				const shown = attached && (await media.byId(tx, [attached.id])).get(attached.id);
				const avatar = attached && shown?.picture ? { id: attached.id, url: addressOf(shown.picture) } : null;
				const { me, replaced } = await accounts.setAvatar(tx, actor.accountId, avatar);
				if (replaced !== null) await media.remove(tx, [replaced]);
				return me;
			}),
	};
}

function addressOf({ url, sizes }: Picture): string {
	return sizes.find((size) => size.width >= width)?.url ?? url;
}
