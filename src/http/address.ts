/** Whom an IP address stands for: an IPv6 network of /64 is one subscriber, who could take any address in it. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** `192.0.2.7:51234` and `[2001:db8::1]:51234`: some proxies write the port as well. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Who has sent a request, as far as proxies that are trusted say so (`TRUST_PROXY`). */
export function addressOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  return address(ip) ?? address(raw.socket.remoteAddress ?? '') ?? 'unknown';
}

/**
 * @param text as the socket or a proxy tells it
 * @returns an IPv4 address, or an IPv6 network; `null` when it is no address
 */
export function address(text: string): string | null {
  const [, inBrackets, ipv4] = WITH_PORT.exec(text) ?? [];
  const ip = inBrackets ?? ipv4 ?? text;
  if (isIP(ip) === 0) return null;
  const parsed = ipaddr.process(ip);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
