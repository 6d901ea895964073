# The server alone, for docker-compose.yml; needs a Postgres to point at.
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked --bin credence

FROM debian:bookworm-slim
RUN useradd --system --create-home --home-dir /data credence
COPY --from=build /build/target/release/credence /usr/local/bin/credence
USER credence
WORKDIR /data
EXPOSE 7420
ENTRYPOINT ["credence"]
CMD ["serve"]
