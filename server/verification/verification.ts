import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { requestBusinessVerification, Verification } from '../../contract/verification/verification.ts';
import type { Actor } from '../http/index.ts';
import { type BusinessVerificationDeps, createBusinessVerificationService } from './business.ts';
import { createPhoneVerificationService, type PhoneVerificationDeps } from './phone.ts';

export type VerificationServiceDeps = PhoneVerificationDeps & BusinessVerificationDeps;

export type VerificationService = ReturnType<typeof createVerificationService>;

/** Verifies phone numbers by code and businesses by documents. Each call of an owner returns what is proven and what is pending. */
export function createVerificationService(deps: VerificationServiceDeps) {
	const phone = createPhoneVerificationService(deps);
	const business = createBusinessVerificationService(deps);

	async function getOwn({ accountId }: Actor): Promise<Verification> {
		const nameHolder = await deps.accounts.findBetterNameHolder(accountId);
		return {
			...(nameHolder && { name_holder: nameHolder }),
			phone: await phone.getStatus(accountId),
			business: await business.getStatus(accountId),
		};
	}

	return {
		business,
		getOwn,

		async sendPhoneCode(actor: Actor, number: string, network: string): Promise<Verification> {
			await phone.sendCode(actor, number, network);
			return getOwn(actor);
		},

		async verifyPhone(actor: Actor, code: string): Promise<Verification> {
			await phone.verify(actor, code);
			return getOwn(actor);
		},

		async addDocument(actor: Actor, request: FastifyRequest): Promise<Verification> {
			await business.addDocument(actor, request);
			return getOwn(actor);
		},

		async removeDocument(actor: Actor, mediaId: number): Promise<Verification> {
			await business.removeDocument(actor, mediaId);
			return getOwn(actor);
		},

		async requestBusiness(
			actor: Actor,
			form: z.output<(typeof requestBusinessVerification)['body']>,
		): Promise<Verification> {
			await business.request(actor, form);
			return getOwn(actor);
		},

		async withdrawBusiness(actor: Actor): Promise<Verification> {
			await business.withdrawOwn(actor);
			return getOwn(actor);
		},

		async sweep(): Promise<void> {
			await phone.sweep();
			await business.sweep();
		},
	};
}
