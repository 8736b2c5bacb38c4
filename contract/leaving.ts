import { z } from 'zod';
import { me } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';
import { proof } from './recovery.ts';

export const exportMe = endpoint(addresses.exportMe, {
	summary: 'An address of a file with everything kept about the own account; it works for some minutes',
	answers: { 200: z.strictObject({ url: z.string(), expires_at: time }) },
});

export const deleteMe = endpoint(addresses.deleteMe, {
	summary:
		'Delete the own account: it and all it posted are seen no more, its sessions end, and after 14 days it is erased',
	body: z.strictObject(proof),
	answers: { 200: z.strictObject({ deletes_at: time }) },
});

export const restoreMe = endpoint(addresses.restoreMe, {
	summary: 'Bring the own account back before it is erased, with everything as it was',
	answers: { 200: me },
});
