import { useEffect, useState } from 'react';
import { getPermission, type Permission, requestPermission } from './push.ts';

/** Returns the push permission; null until known. Call `request` only from a tap. */
export function usePermission(): { permission: Permission | null; request: () => Promise<Permission> } {
	const [permission, setPermission] = useState<Permission | null>(null);
	useEffect(() => {
		const refresh = () => setPermission(getPermission());
		refresh();
		// The user may change the permission in the browser's settings, so it is read again when the tab becomes visible.
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
