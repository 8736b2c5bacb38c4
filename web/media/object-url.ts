import { useEffect, useState } from 'react';

/** An object URL for the file, revoked on change and unmount. Null until it exists. */
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
