import { useEffect, useState } from 'react';

/** Returns an object URL of the file, null before the first effect. The URL is revoked on change and unmount. */
export function useObjectUrl(file: Blob | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return;
		const objectUrl = URL.createObjectURL(file);
		setUrl(objectUrl);
		return () => {
			setUrl(null);
			URL.revokeObjectURL(objectUrl);
		};
	}, [file]);
	return url;
}
