import { client } from './generated/client.gen.js';
import { createAd, createUpload, getAd, getFeed, getMe, signUp, uploadMedia } from './generated/sdk.gen.js';
import { type ClientInput, type ClientResult, newAd, password } from './scenario.js';

export async function runScenario({ baseUrl, userName, picture }: ClientInput): Promise<ClientResult> {
	let token = '';
	client.setConfig({ baseUrl, auth: () => token });
	const withoutSession = await getMe();
	const session = await signUp({ body: { user_name: userName, email: `${userName}@example.com`, password } });
	if (!session.data) throw new Error(session.error.message);
	token = session.data.token;

	const upload = await createUpload({ body: { kind: 'image', bytes: picture.size, file_name: 'laptop.jpg' } });
	if (!upload.data) throw new Error(upload.error.message);
	const { cloud_name, folder, upload_preset } = upload.data;
	const uploaded = await uploadMedia({
		path: { cloud_name, resource_type: 'image' },
		body: { file: picture, upload_preset, cloud_name, folder },
	});
	if (!uploaded.data) throw new Error(uploaded.error.message);
	if (!('secure_url' in uploaded.data)) throw new Error('More chunks of the file are missing');

	const body = { ...newAd, delivery: [...newAd.delivery], pictures: [{ secure_url: uploaded.data.secure_url }] };
	const ad = await createAd({ body, headers: { 'Idempotency-Key': userName } });
	if (!ad.data) throw new Error(ad.error.message);
	const ads = await getFeed({ query: { q: 'laptop', state: 'Lagos', limit: 5 } });
	const own = await getAd({ path: { id: ad.data.id } });
	const rejected = await createAd({ body: { ...body, title: '' } });
	return {
		userName: session.data.user_name,
		ad: { id: ad.data.id, title: own.data?.title ?? '' },
		listed: ads.data?.items.map(({ title }) => title) ?? [],
		error: {
			status: rejected.response?.status ?? 0,
			code: rejected.error?.code ?? '',
			field: rejected.error?.fields?.title,
		},
		withoutSession: withoutSession.response?.status ?? 0,
	};
}
