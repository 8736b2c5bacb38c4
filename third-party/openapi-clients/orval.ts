import { createAd, createUpload, getAd, getFeed, getMe, signUp, uploadMedia } from './generated/api.js';
import { type ClientInput, type ClientResult, newAd, password } from './scenario.js';

// The generated client has the base URL of the document's `servers`.
export async function runScenario({ userName, picture }: ClientInput): Promise<ClientResult> {
	const session = await signUp({ user_name: userName, email: `${userName}@example.com`, password });
	if (session.status !== 201) throw new Error(session.data.message);
	const options = { headers: { authorization: `Bearer ${session.data.token}` } };

	const upload = await createUpload({ kind: 'image', bytes: picture.size, file_name: 'laptop.jpg' }, options);
	if (upload.status !== 201) throw new Error(upload.data.message);
	const { cloud_name, folder, upload_preset } = upload.data;
	const uploaded = await uploadMedia(cloud_name, 'image', { file: picture, upload_preset, cloud_name, folder });
	if (uploaded.status !== 200) throw new Error(uploaded.data.message);
	if (!('secure_url' in uploaded.data)) throw new Error('More chunks of the file are missing');

	const body = { ...newAd, delivery: [...newAd.delivery], pictures: [{ secure_url: uploaded.data.secure_url }] };
	const ad = await createAd(body, options);
	if (ad.status !== 201) throw new Error(ad.data.message);
	const ads = await getFeed({ q: 'laptop', state: 'Lagos', limit: 5 });
	if (ads.status !== 200) throw new Error(ads.data.message);
	const own = await getAd(ad.data.id);
	if (own.status !== 200) throw new Error(own.data.message);
	const rejected = await createAd({ ...body, title: '' }, options);
	if (rejected.status !== 422) throw new Error(`The ad was answered with ${rejected.status}`);
	const withoutSession = await getMe();
	return {
		userName: session.data.user_name,
		ad: { id: ad.data.id, title: own.data.title },
		listed: ads.data.items.map(({ title }) => title),
		error: { status: rejected.status, code: rejected.data.code, field: rejected.data.fields?.title },
		withoutSession: withoutSession.status,
	};
}
