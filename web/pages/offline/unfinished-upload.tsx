import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../../accounts/session.ts';
import { keptUploadKey } from '../../media/forget-upload.ts';
import { createUploadStorage } from '../../media/pending-upload.ts';
import { useActor } from '../../platform/actor.ts';
import { useLoaded } from '../../platform/use-loaded.ts';

const loadBackgroundUpload = async () => (await import('../post-video/background-upload.tsx')).BackgroundUpload;

const uploadPath = '/dashboard/postvideo';

/** On every page but its own: an upload that was left unfinished goes on. */
export function UnfinishedUpload() {
	const session = useSession();
	const { pathname } = useLocation();
	const elsewhere = !/\/postvideo\/?$/i.test(pathname);
	const account = useActor()?.id;
	const [found, setFound] = useState(false);
	const BackgroundUpload = useLoaded(loadBackgroundUpload, found);

	useEffect(() => {
		// Once found it says itself when it is over.
		if (account === undefined || !elsewhere) return setFound(false);
		let left = false;
		const storage = createUploadStorage(keptUploadKey(account));
		storage.has().then((isStored) => {
			if (isStored && !left) setFound(true);
		});
		return () => {
			left = true;
		};
	}, [account, elsewhere]);

	if (!session || account === undefined || !found || !elsewhere || !BackgroundUpload) return null;
	return <BackgroundUpload key={session.id} session={session} to={uploadPath} />;
}
