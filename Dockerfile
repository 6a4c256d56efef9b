# One image for every part: the service (what it runs by itself), `node bff/dist/worker.js` and `node db/dist/migrate.js`.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY bff/package.json bff/
COPY ui/package.json ui/
COPY db/package.json db/
COPY contract-tests/package.json contract-tests/
COPY bench/package.json bench/

FROM manifests AS build
RUN npm ci
COPY . .
RUN npm run build

FROM manifests AS packages
RUN npm ci --omit=dev

FROM node:${NODE_VERSION}-slim
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 UI_DIST=ui/dist
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/db/dist db/dist
COPY --from=build /app/ui/dist ui/dist
COPY --from=build /app/bff/dist bff/dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=40", "--max-semi-space-size=16", "--single-threaded-gc", "--v8-pool-size=2", "bff/dist/main.js"]
