import { addresses } from '../../../contract/addresses.ts';
import { bodyOf, pathOf } from '../../../contract/client.ts';
import type { Enrollment } from '../../../contract/enrollments.ts';
import { type SendingOptions, sendForm } from '../../media/send-form.ts';

/** Sends one picture as a proof. Throws `ApiError` where it is refused, `NetworkError` where no answer comes. */
export async function sendProof(
	id: string,
	{ name, blob }: { name: string; blob: Blob },
	options: SendingOptions,
): Promise<Enrollment> {
	const form = new FormData();
	form.set('file', blob, name);
	const answer = await sendForm(pathOf(addresses.sendProof, { params: { id } }), form, blob.size, options);
	return bodyOf(answer) as Enrollment;
}
