import { endpointAddresses } from '../../contract/core/addresses.ts';
import { buildPath } from '../../contract/core/client.ts';
import { makeJpeg } from './media-files.ts';
import { type TestPerson, toFormData } from './people.ts';
import type { TestServer } from './start-server.ts';

/** Uploads a picture of a document for an account's next request to verify its business. */
export async function sendBusinessDocument(
	server: Pick<TestServer, 'address'>,
	{ token }: Pick<TestPerson, 'token'>,
	file?: Uint8Array,
): Promise<Response> {
	return fetch(server.address + buildPath(endpointAddresses.addBusinessDocument, {}), {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: toFormData([['file', { file: new Uint8Array(file ?? (await makeJpeg())) }]]),
	});
}

/** Asks for the verification of an account's business with one picture. Returns the id of the request. */
export async function requestVerification(
	server: Pick<TestServer, 'address'>,
	person: TestPerson,
	businessName = 'Ada Lamps Ltd',
): Promise<number> {
	await sendBusinessDocument(server, person);
	const body = { business_name: businessName, document: 'cac_certificate' } as const;
	const { business } = await person.client.requestBusinessVerification({ body });
	if (!business.request) throw new Error('There is no request');
	return business.request.id;
}
