import { useEffect, useState } from 'react';
import { getPermission, type Permission, requestPermission } from './push.ts';

/** The push permission; null until it is known. Call `request` only from a tap. */
export function usePermission(): { permission: Permission | null; request: () => Promise<Permission> } {
	const [permission, setPermission] = useState<Permission | null>(null);
	useEffect(() => {
		const refresh = () => setPermission(getPermission());
		refresh();
		// The user may change it in the browser's settings.
		document.addEventListener('visibilitychange', refresh);
		return () => document.removeEventListener('visibilitychange', refresh);
	}, []);
	async function request() {
		const result = await requestPermission();
		setPermission(result);
		return result;
	}
	return { permission, request };
}
