# The app for others, from a clone: docker build -t pr-curve-lab . && docker run --rm -p 8501:8501 pr-curve-lab
# By the name that their browsers show: docker run -e PR_CURVE_LAB_HOSTS=lab.example -p 80:8501 pr-curve-lab
# Hosts of containers, proxies and frames: docs/hosting.md

FROM python:3.13-slim AS build
WORKDIR /clone
COPY . .
RUN pip install --no-cache-dir --no-compile --disable-pip-version-check --prefix=/installed -c constraints.txt ".[app]"
# Tests, headers, extensions of Jupyter and clients of other servers take 130 MB, and nothing imports them.
RUN cd /installed && rm -rf share && cd lib/python*/site-packages \
    && rm -rf pandas/tests pyarrow/tests pyarrow/include pyarrow/*flight* pyarrow/*s3* pydeck/nbextension plotly/labextension
# Open every page once: a broken image is not built, and what a start imports is compiled.
RUN PATH=/installed/bin:$PATH PYTHONPATH=$(echo /installed/lib/python*/site-packages) && export PYTHONPATH \
    && prlab serve --help > /dev/null && python -c "from pr_curve_lab.server import network; \
network.START_SECONDS = 600; network.AppServer.start([]).close()"

FROM python:3.13-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home --uid 1000 lab
USER lab
WORKDIR /home/lab
ENV PORT=8501 MALLOC_ARENA_MAX=2 STREAMLIT_SERVER_BASE_URL_PATH=
EXPOSE $PORT
HEALTHCHECK --start-period=60s CMD ["python", "-c", "from os import environ as e; from urllib.request import urlopen; \
urlopen('http://127.0.0.1:%s/%s/_stcore/health' % (e['PORT'], e['STREAMLIT_SERVER_BASE_URL_PATH'].strip('/')), timeout=5)"]
CMD ["sh", "-c", "exec prlab serve --address 0.0.0.0 --port $PORT --base-path \"$STREAMLIT_SERVER_BASE_URL_PATH\""]
