import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../accounts/session.ts';
import { createUploadStorage } from '../../media/pending-upload.ts';
import { getPendingUploadKey } from '../../media/remove-pending-upload.ts';
import { useActor } from '../../platform/actor.ts';
import { lazyPart } from '../../ui/use-lazy-component.ts';

const BackgroundUpload = lazyPart(async () => (await import('./background-upload.tsx')).BackgroundUpload);

const uploadPath = '/dashboard/postvideo';

/** Resumes an unfinished video upload on every page except the upload page. */
export function UnfinishedUpload() {
	const session = useSession();
	const { pathname } = useLocation();
	const isOtherPage = !/\/postvideo\/?$/i.test(pathname);
	const account = useActor()?.id;
	const [hasUpload, setUpload] = useState(false);

	useEffect(() => {
		// A resumed upload stays mounted to report its end.
		if (account === undefined || !isOtherPage) return setUpload(false);
		let isCancelled = false;
		const storage = createUploadStorage(getPendingUploadKey(account));
		storage.has().then((isStored) => {
			if (isStored && !isCancelled) setUpload(true);
		});
		return () => {
			isCancelled = true;
		};
	}, [account, isOtherPage]);

	if (!session || account === undefined || !hasUpload || !isOtherPage) return null;
	return <BackgroundUpload key={session.id} session={session} to={uploadPath} />;
}
