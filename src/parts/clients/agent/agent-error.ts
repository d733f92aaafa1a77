import { ServiceError } from '../service-error'

/**
 * Why the Shopping Agent did not answer.
 *
 * @example
 * svc.agent.ask('a raincoat').catch((error) => {
 *   if (error.fault === 'server') console.log('The assistant is busy. Please try again.')
 * })
 */
export class AgentError extends ServiceError {
  override readonly name = 'AgentError'
}
