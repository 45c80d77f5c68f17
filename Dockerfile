# Builds with everything, runs with what is needed, as a user who may do nothing else.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci
COPY tsconfig.base.json tsconfig.build.json tsconfig.client.json ./
COPY src ./src
RUN npm run build

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=7575 DALMUTI_DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json ./
# The generated Prisma client is part of dist: neither an install script nor Prisma's own tools are needed here.
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts && npm cache clean --force
COPY --from=build /app/dist ./dist
COPY prisma ./prisma
# The examples that the contract at /openapi.json shows.
COPY openapi/examples.json ./openapi/examples.json
COPY bin ./bin
RUN ln -s /app/bin/dalmuti.js /usr/local/bin/dalmuti
# A new volume takes over the owner of the directory that it is mounted on. None is declared here: an anonymous volume is
# easily lost, and easily kept for ever.
RUN mkdir -p /data /secrets && chown node:node /data /secrets && chmod 700 /data /secrets
USER node
EXPOSE 7575
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["dalmuti", "serve"]
