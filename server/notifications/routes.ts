import * as contract from '../../contract/notifications/notifications.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { DeviceService } from './devices.ts';
import type { NotificationService } from './notifications.ts';

export function createNotificationRoutes({
	devices,
	notifications,
}: {
	devices: DeviceService;
	notifications: NotificationService;
}): Route[] {
	return [
		implementEndpoint(contract.storeToken, { policy: 'signedIn', rate: 'write' }, ({ actor, body, userAgent }) =>
			devices.register(actor, userAgent, body),
		),
		implementEndpoint(contract.getSendHandle, { policy: 'ownerOrAdmin', rate: 'write' }, ({ actor, params }) =>
			devices.createSendHandle(actor, params.userId),
		),
		implementEndpoint(contract.sendNotification, { policy: 'unguessable', rate: 'write' }, ({ body }) =>
			devices.sendTest(body.fcm_token),
		),
		implementEndpoint(contract.getPushKey, { policy: 'signedIn', rate: 'read' }, async () => devices.getPushKey()),
		implementEndpoint(contract.listDevices, { policy: 'signedIn', rate: 'read' }, ({ actor }) => devices.list(actor)),
		implementEndpoint(contract.removeDevice, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			devices.remove(actor, params.id).then(() => undefined),
		),
		implementEndpoint(contract.listNotices, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			notifications.list(actor, query),
		),
		implementEndpoint(contract.readNotices, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			notifications.markRead(actor, body.up_to),
		),
		implementEndpoint(contract.getNotificationSettings, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			notifications.settings(actor),
		),
		implementEndpoint(contract.updateNotificationSettings, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			notifications.updateSettings(actor, body),
		),
	];
}
